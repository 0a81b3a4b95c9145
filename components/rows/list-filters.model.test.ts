import { describe, expect, it } from "vitest";
import {
  batchFilter,
  batchJobsFilter,
  isNarrowed,
  jobFilter,
  objectFilter,
  pageCursor,
} from "./list-filters.model.ts";

const read = (query: string) => (name: string) => new URLSearchParams(query).get(name) ?? undefined;

describe("filters from the URL", () => {
  it.each([
    [
      "state=Failed&collection=maps&q= a &cursor=1_b",
      { state: "Failed", collection: "maps", q: "a", cursor: "1_b" },
    ],
    ["state=failed&q=%20", {}],
    [`collection=${"x".repeat(65)}&cursor=${"x".repeat(201)}`, {}],
    [`q=${"y".repeat(300)}`, { q: "y".repeat(200) }],
  ])("%s", (query, filter) => {
    expect(JSON.parse(JSON.stringify(batchFilter(read(query))))).toEqual(filter);
  });

  it("knows the states of each", () => {
    expect(batchFilter(read("state=Reporting")).state).toBe("Reporting");
    expect(batchFilter(read("state=Downloading")).state).toBeUndefined();
    expect(jobFilter(read("state=Downloading")).state).toBe("Downloading");
    expect(batchJobsFilter("bid-1", read("state=Reporting&jobs=7"))).toEqual({
      batch: "bid-1",
      state: undefined,
      cursor: "7",
    });
    expect(objectFilter(read("state=Failed&q=a"))).toEqual({
      collection: undefined,
      q: "a",
      cursor: undefined,
    });
    expect(pageCursor(read("events=9&files=3"), "files")).toBe("3");
  });

  it.each([
    ["", false],
    ["cursor=1_b", false],
    ["q=a", true],
    ["state=Failed", true],
  ])("%j narrows: %s", (query, narrowed) => {
    expect(isNarrowed(batchFilter(read(query)))).toBe(narrowed);
  });
});
