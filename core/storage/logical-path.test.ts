import { describe, expect, it } from "vitest";
import { foldersAbove, logicalPathFault, shownPath } from "./logical-path.ts";

describe("logicalPathFault", () => {
  it.each([
    "a",
    "a/b",
    "...",
    ".hidden",
    "a..b",
    "CON",
    "a:b",
    "tab\t",
    "-",
    "back\\slash",
    "x".repeat(5_000),
  ])("accepts %j", (path) => {
    expect(logicalPathFault(path)).toBeUndefined();
  });

  it.each([
    ["", "is empty"],
    ["/a", "begins with a slash"],
    ["a/", "ends with a slash"],
    ["a//b", "has an empty part"],
    ["a/./b", 'has the part "."'],
    ["../a", 'has the part ".."'],
    ["a/..", 'has the part ".."'],
    ["a\0", "has a NUL character"],
    ["\udc00", "is not valid Unicode"],
  ])("refuses %j", (path, fault) => {
    expect(logicalPathFault(path)).toBe(fault);
  });
});

describe("foldersAbove", () => {
  it("names the nearest first", () => {
    expect([...foldersAbove("a/b/c")]).toEqual(["a/b", "a"]);
    expect([...foldersAbove("a")]).toEqual([]);
  });
});

describe("shownPath", () => {
  it("escapes and cuts", () => {
    expect(shownPath('a"\n')).toBe('"a\\"\\n"');
    expect(shownPath("x".repeat(200))).toBe(`"${"x".repeat(200)}"`);
    expect(shownPath("x".repeat(201))).toBe(`"${"x".repeat(199)}…"`);
  });
});
