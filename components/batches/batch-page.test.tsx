import { describe, expect, it } from "vitest";
import type { BatchView } from "../../core/contracts/views.ts";
import { batchQuery } from "../queries/batches.ts";
import { UNREACHABLE } from "../queries/problem.model.ts";
import { RequestError } from "../queries/request.ts";
import { batch } from "../testing/batch.ts";
import { draw, quietClient } from "../testing/draw.tsx";
import { BatchPage } from "./batch-page.tsx";

function page(part: Partial<BatchView>) {
  const client = quietClient();
  client.setQueryData(batchQuery("bid-1", true).queryKey, batch(part));
  return draw(<BatchPage id="bid-1" />, { client, path: "/batches/bid-1" });
}

describe("the page of a deposit", () => {
  it("answers where it is, before anything else that is told of it", () => {
    const { html, text } = page({ whereIsItPieces: ["2 of 3 objects are stored."] });
    expect(html).toMatch(/<p role="status" aria-label="Where it is"[^>]*>2 of 3 objects are stored\.<\/p>/);
    expect(text.indexOf("2 of 3 objects are stored.")).toBeLessThan(text.indexOf("Progress"));
  });

  it.each<[Partial<BatchView>, RegExp]>([
    [{ title: "A map" }, /<h1[^>]*>A map</],
    [{ title: null, filename: "map.tif" }, /<h1[^>]*>map\.tif</],
  ])("is called by its title, else by its file: %j", (part, heading) => {
    expect(page(part).html).toMatch(heading);
  });

  it("tells what went wrong, what stands still, and what was odd, only where there is any of it", () => {
    const calm = page({}).text;
    for (const words of ["What went wrong", "Needs a person", "Warnings"]) expect(calm).not.toContain(words);
    const fault = {
      code: "manifest_invalid",
      message: "Line 3 has no size.",
      who: "depositor",
      problems: [],
    } as const;
    expect(page({ state: "Failed", fault }).text).toContain("What went wrong");
  });

  it("offers an update report to who may send one", () => {
    expect(page({ may: { ...batch().may, updateReport: true } }).buttons).toContain("Send update report");
    expect(page({}).buttons).not.toContain("Send update report");
  });
});

describe("the page of a deposit that is not known yet", () => {
  it("loads", () => {
    expect(draw(<BatchPage id="bid-1" />).html).toContain("Loading the batch");
  });

  it("says why it could not be read", async () => {
    const client = quietClient();
    const error = new RequestError({
      ...UNREACHABLE,
      status: 404,
      code: "not_found",
      message: "There is nothing here.",
    });
    await client
      .fetchQuery({ ...batchQuery("bid-1", true), queryFn: () => Promise.reject(error) })
      .catch(() => 0);
    expect(draw(<BatchPage id="bid-1" />, { client }).text).toContain(
      "The batch could not be read. There is nothing here.",
    );
  });
});
