import { describe, expect, it } from "vitest";
import {
  auditFilter,
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

  it.each([
    [
      "kind=sign-in&person=p1&target= maps &address=192.0.2.1&from=2026-01-31&to=2026-02-01&cursor=7",
      {
        kind: "sign-in",
        person: "p1",
        target: "maps",
        address: "192.0.2.1",
        from: "2026-01-31",
        to: "2026-02-01",
        cursor: "7",
      },
    ],
    ["kind=signing&from=yesterday&to=2026-13-01", {}],
    [
      `target=${"t".repeat(300)}&address=${"a".repeat(100)}`,
      { target: "t".repeat(254), address: "a".repeat(64) },
    ],
  ])("of the audit: %s", (query, filter) => {
    const given = auditFilter(read(query));
    expect(JSON.parse(JSON.stringify(given))).toEqual(filter);
    const { cursor: _, ...narrowing } = filter as { cursor?: string };
    expect(isNarrowed(given)).toBe(Object.keys(narrowing).length > 0);
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
