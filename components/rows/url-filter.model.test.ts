import { describe, expect, it } from "vitest";
import { changedQuery, searchValue } from "./url-filter.model.ts";

describe("changedQuery", () => {
  it.each([
    ["", { state: "Failed" }, "?state=Failed"],
    ["?state=Failed&cursor=1_a", { collection: "maps" }, "?state=Failed&collection=maps"],
    ["?state=Failed&q=a", { state: undefined }, "?q=a"],
    ["?q=a", { q: "" }, ""],
    ["?q=a", { cursor: "5_b" }, "?q=a&cursor=5_b"],
    ["?q=a&cursor=5_b", { cursor: undefined }, "?q=a"],
    ["?state=Failed&jobs=3&events=9_c", { state: "Held" }, "?state=Held"],
    ["?state=Failed&jobs=3", { events: "9_c" }, "?state=Failed&jobs=3&events=9_c"],
    ["", { q: "a&b=c" }, "?q=a%26b%3Dc"],
  ])("%j with %j is %j", (query, changes, expected) => {
    expect(changedQuery(query, changes)).toBe(expected);
  });
});

describe("searchValue", () => {
  it.each([
    [{ q: "a" }, "a"],
    [{ q: ["a", "b"] }, "a"],
    [{ q: "  " }, undefined],
    [{}, undefined],
  ])("%j gives %j", (values, expected) => {
    expect(searchValue(values, "q")).toBe(expected);
  });
});
