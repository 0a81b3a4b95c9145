import { describe, expect, it } from "vitest";
import { steadyRows } from "./steady-rows.model.ts";

const rows = (letters: string) => [...letters].map((id) => ({ id }));
const steady = (kept: string, all: string) => {
  const result = steadyRows(rows(kept), rows(all), (row) => row.id);
  return [result.rows.map((row) => row.id).join(""), result.newer];
};

describe("steadyRows", () => {
  it.each([
    ["nothing new", "cba", "cba", ["cba", 0]],
    ["two newer, room for all", "cba", "edcba", ["cba", 2]],
    ["two newer, two pushed over the end", "cba", "edc", ["cba", 2]],
    ["a row that left the middle", "dcba", "edba", ["dba", 1]],
    ["more loaded below", "dcb", "edcba", ["dcba", 1]],
    ["nothing of the old left", "cba", "zyx", ["zyx", 0]],
    ["an empty list", "cba", "", ["", 0]],
    ["nothing before", "", "cba", ["cba", 0]],
  ] as const)("%s", (_, kept, all, expected) => {
    expect(steady(kept, all)).toEqual(expected);
  });

  it("shows the newest contents", () => {
    const kept = [{ id: "a", state: "Pending" }];
    const all = [
      { id: "b", state: "Pending" },
      { id: "a", state: "Completed" },
    ];
    expect(steadyRows(kept, all, (row) => row.id).rows).toEqual([{ id: "a", state: "Completed" }]);
  });
});
