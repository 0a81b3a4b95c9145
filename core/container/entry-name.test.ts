import { describe, expect, it } from "vitest";
import { tidyName } from "./entry-name.ts";

describe("tidyName", () => {
  it.each([
    ["a/b", false, "a/b"],
    ["a./b", false, "a./b"],
    ["./a", false, "a"],
    ["././a/", true, "a"],
    ["a//", true, "a"],
    ["a/", false, "a/"],
    ["./", true, ""],
    [".", true, ""],
    ["//", true, ""],
    ["/a", true, "/a"],
  ])("of %j, a folder: %s, is %j", (name, isFolder, expected) => {
    expect(tidyName(name, isFolder)).toBe(expected);
  });

  // such a name fits in a pax header; an expression that begins anew at each slash takes hours with it
  it("takes a megabyte of slashes before the last letter", () => {
    const slashes = "/".repeat(1_000_000);
    expect(tidyName(`${slashes}a/`, true)).toBe(`${slashes}a`);
    expect(tidyName(`a${slashes}`, true)).toBe("a");
  });
});
