import { describe, expect, it } from "vitest";
import { besideOf, findTop, findTwice, findUnread } from "./find-top.ts";

/** 101 files of systems. */
const ODD = Array.from({ length: 101 }, (_, n) => `._${n}`);

describe("findTop", () => {
  it.each([
    ["a bag at the top", ["bagit.txt", "data/a"], "", true],
    ["a bag in a folder", ["my bag/bagit.txt", "my bag/data/a"], "my bag/", true],
    ["... packed on a Mac", ["__MACOSX/._my", "my/bagit.txt", "__MACOSX/my/._bagit.txt"], "my/", true],
    ["... with its own file beside it", ["._my", "my/bagit.txt", "my/data/a"], "my/", true],
    ["... and others of systems", [".DS_Store", "Thumbs.db", "desktop.ini", "my/bagit.txt"], "my/", true],
    ["... in a folder called as such files are", ["._my/bagit.txt", "._my/data/a"], "._my/", true],
    ["... beside 100 of them", [...ODD.slice(1), "my/bagit.txt"], "my/", true],
    ["... beside more", [...ODD, "my/bagit.txt"], "", false],
    ["a file beside a bag", ["a", "my/bagit.txt"], "", false],
    ["two bags", ["one/bagit.txt", "two/bagit.txt"], "", false],
    ["a bag two folders deep", ["one/two/bagit.txt"], "", false],
    ["no bag, but a name like one", ["data/bagit.txt.bak"], "", false],
    ["nothing", [], "", false],
    ["only files of systems", [".DS_Store"], "", false],
    ["metadata in a folder around everything", ["my map/mrt-erc.txt", "my map/a.tif"], "my map/", false],
    ["an embargo in one", ["f/mrt-embargo.txt", "f/a", ".DS_Store"], "f/", false],
    ["a list of its own in one", ["f/mrt-manifest.txt", "f/a"], "f/", false],
    ["... and a folder of the same name", ["f/f/a", "f/mrt-erc.txt"], "f/", false],
    ["metadata one folder deeper", ["f/g/mrt-erc.txt", "f/a"], "", false],
    ["a folder that is only a folder", ["f/a", "f/b"], "", false],
    ["metadata in one of two folders", ["f/mrt-erc.txt", "g/a"], "", false],
    [
      "... with the same file of a system beside it",
      [".DS_Store", "f/.DS_Store", "f/mrt-erc.txt"],
      "",
      false,
    ],
  ])("%s", (_, names, folder, isBag) => {
    expect(findTop(names)).toMatchObject({ folder, isBag });
  });

  it("tells what lies beside", () => {
    const top = findTop(["._my", "my/bagit.txt", "__MACOSX/my/._a"]);
    expect(top.beside).toEqual(["._my"]);
    expect(["._my", "__MACOSX/my/._a", "bagit.txt", "data/._my"].map(besideOf(top))).toEqual([
      true,
      true,
      false,
      false,
    ]);
    const atTop = findTop(["bagit.txt", "__MACOSX/a"]);
    expect([atTop.beside, besideOf(atTop)("__MACOSX/a")]).toEqual([[], false]);
  });
});

it.each([
  [["__MACOSX/a", "my/__MACOSX/a", "my/bagit.txt"], "__MACOSX"],
  [[".DS_Store", "my/.DS_Store", "my/bagit.txt"], ".DS_Store"],
  [["__MACOSX/a", "my/data/a", "my/bagit.txt"], undefined],
  [["__MACOSX/a", "bagit.txt"], undefined],
])("of %j there would be %j twice", (names, twice) => {
  expect(findTwice(names, findTop(names))).toBe(twice);
});

describe("findUnread", () => {
  it.each([
    [
      "bags that are not judged",
      ["one/bagit.txt", "two/x/bagit.txt", "a"],
      ["bag one/bagit.txt", "bag two/x/bagit.txt"],
    ],
    ["an embargo in a folder", ["f/mrt-embargo.txt", "a"], ["metadata f/mrt-embargo.txt"]],
    [
      "... that is not the one around everything",
      ["f/g/mrt-dc.xml", "f/mrt-erc.txt"],
      ["metadata f/g/mrt-dc.xml"],
    ],
    [
      "... and in a bag's payload",
      ["b/bagit.txt", "b/data/mrt-embargo.txt"],
      ["metadata b/data/mrt-embargo.txt"],
    ],
    ["no bag in a bag: its bytes are checked", ["bagit.txt", "data/in/bagit.txt"], []],
    [
      "... in a folder that is kept for a file of a system",
      [".DS_Store", "f/.DS_Store", "f/mrt-embargo.txt"],
      ["metadata f/mrt-embargo.txt"],
    ],
    ["nothing that is read", ["mrt-erc.txt", "a/b"], []],
  ])("finds %s", (_, names, found) => {
    expect([...findUnread(names, findTop(names))].map(({ kind, name }) => `${kind} ${name}`)).toEqual(found);
  });
});
