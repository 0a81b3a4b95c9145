import { describe, expect, it } from "vitest";
import { uniqueRows } from "./unique-rows.model.ts";

describe("uniqueRows", () => {
  it("keeps the order and the first of two", () => {
    const pages = [
      {
        items: [
          { id: "a", n: 1 },
          { id: "b", n: 1 },
        ],
        next: "x",
      },
      {
        items: [
          { id: "b", n: 2 },
          { id: "c", n: 1 },
        ],
        next: null,
      },
    ];
    expect(uniqueRows(pages, (row) => row.id)).toEqual([
      { id: "a", n: 1 },
      { id: "b", n: 1 },
      { id: "c", n: 1 },
    ]);
    expect(uniqueRows([], String)).toEqual([]);
  });
});
