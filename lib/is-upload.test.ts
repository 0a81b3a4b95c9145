import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { isUpload } from "./is-upload.ts";

const ROOT = path.resolve(import.meta.dirname, "..");
const ROUTES = readdirSync(path.join(ROOT, "app"), { recursive: true, encoding: "utf8" })
  .filter((file) => /(^|[/\\])route\.ts$/.test(file))
  .map((file) => ({
    // an address the route takes, where its parts are any but the verb
    address: `/${path.dirname(file).split(path.sep).join("/")}`
      .replace("[verb]", "add")
      .replaceAll(/\[+[^\]]*\]+/g, "x"),
    takesUploads: /receiving\(|takeDeposit\(/.test(readFileSync(path.join(ROOT, "app", file), "utf8")),
  }));

describe("an upload is told by its address", () => {
  it.each(ROUTES)("as the routes take them: $address", ({ address, takesUploads }) => {
    expect([isUpload("POST", address), isUpload("POST", `${address}/?size=1`)]).toEqual([
      takesUploads,
      takesUploads,
    ]);
  });

  it("of which there are five", () => {
    expect(
      ROUTES.filter(({ takesUploads }) => takesUploads)
        .map(({ address }) => address)
        .sort(),
    ).toEqual(["/api/v1/batches", "/object/ingest", "/object/update", "/poster/add", "/poster/add/x/x/x"]);
  });

  it.each([
    ["GET", "/api/v1/batches", false],
    ["POST", "/poster/submit", true],
    ["POST", "/poster/update/ark/1111/2222", true],
    ["POST", "/poster/other", false],
    ["POST", "/api/v1/batches/bid-1/hold", false],
    ["POST", undefined, false],
  ])("%s %s: %s", (method, address, expected) => {
    expect(isUpload(method, address)).toBe(expected);
  });
});
