import { describe, expect, it } from "vitest";
import { findBagTop, hasMacFolderTwice, isBesideBag } from "./find-bag.ts";

describe("findBagTop", () => {
  it.each([
    [["bagit.txt", "data/a"], ""],
    [["my bag/bagit.txt", "my bag/data/a"], "my bag/"],
    [["__MACOSX/._my", "my/bagit.txt", "__MACOSX/my/._bagit.txt"], "my/"],
    [["a", "my/bagit.txt"], undefined],
    [["one/bagit.txt", "two/bagit.txt"], undefined],
    [["one/two/bagit.txt"], undefined],
    [["data/bagit.txt.bak"], undefined],
    [[], undefined],
  ])("of %j is %j", (names, top) => {
    expect(findBagTop(names)).toBe(top);
  });

  it("tells what lies beside the folder that was taken off", () => {
    expect(isBesideBag("__MACOSX/._a", "my/")).toBe(true);
    expect(isBesideBag("__MACOSX/._a", "")).toBe(false);
    expect(isBesideBag("data/a", "my/")).toBe(false);
  });

  it("sees that two folders would become one", () => {
    expect(hasMacFolderTwice(["__MACOSX/a", "my/__MACOSX/a"], "my/")).toBe(true);
    expect(hasMacFolderTwice(["__MACOSX/a", "my/data/a"], "my/")).toBe(false);
    expect(hasMacFolderTwice(["__MACOSX/a"], "")).toBe(false);
  });
});
