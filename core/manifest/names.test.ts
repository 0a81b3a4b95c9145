import { posix } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { judgeName } from "./names.ts";

const BIDI = String.fromCodePoint(0x202e);

describe("judgeName", () => {
  it.each([
    ["a.txt", []],
    ["Box 1/Folder 2/scan.tif", []],
    ["README+2.md", []],
    ["half50%rule.txt", []],
    ["..leading", []],
    ["two..dots", []],
    [".hidden/.file", []],
    ["日本語/שלום/مرحبا.txt", []],
    ["🌿.jpg", []],
    ["system/x", []],
    ["producer/x", []],
    ["x".repeat(255), []],
    ["é".repeat(127), []],
    ["é".repeat(128), ["name_part_too_long"]],
    ["語".repeat(86), ["name_part_too_long"]],
    ["🌿".repeat(63), []],
    ["🌿".repeat(64), ["name_part_too_long"]],
    [`${`${"y".repeat(254)}/`.repeat(16)}${"y".repeat(16)}`, []],
    [`${`${"y".repeat(254)}/`.repeat(16)}${"y".repeat(17)}`, ["name_too_long"]],
    ["", ["name_empty_part"]],
    ["/", ["name_absolute", "name_empty_part"]],
    ["/etc/passwd", ["name_absolute"]],
    ["//server/share", ["name_absolute", "name_empty_part"]],
    ["c:/leaf.jpg", ["name_absolute"]],
    ["c:leaf.jpg", []],
    ["ab:/c", []],
    ["..", ["name_dots"]],
    [".", ["name_dots"]],
    ["a/../../b", ["name_dots"]],
    ["a/./b", ["name_dots"]],
    ["..\\..\\a", ["name_backslash"]],
    ["a\\b", ["name_backslash"]],
    ["a//b", ["name_empty_part"]],
    ["a/", ["name_empty_part"]],
    ["a\0b", ["name_control"]],
    ["a\nb", ["name_control"]],
    ["a\u007fb", ["name_control"]],
    ["a\u0085b", ["name_control"]],
    ["a\ufffdb", ["name_unreadable"]],
    ["a\ud800b", ["name_unreadable"]],
    ["/../\\\0", ["name_control", "name_backslash", "name_absolute", "name_dots"]],
  ])("refuses or takes %j", (name, codes) => {
    expect(judgeName(name).problems.map(({ code }) => code)).toEqual(codes);
  });

  it.each([
    ["12:30.txt", ["name_windows"]],
    ["a/CON", ["name_windows"]],
    ["aux.tar.gz", ["name_windows"]],
    ["lpt9", ["name_windows"]],
    ["prn/readme.txt", ["name_windows"]],
    ["what?.txt", ["name_windows"]],
    ["end.", ["name_windows"]],
    ["folder /a", ["name_windows"]],
    ["com1.txt", ["name_windows"]],
    ["nul ", ["name_windows"]],
    ["confetti/lpt10/auxiliary.txt", []],
    ["falcon/prn2/a.con/b .c", []],
    [`invoice${BIDI}fdp.exe`, ["name_direction"]],
  ])("warns of %j", (name, codes) => {
    const verdict = judgeName(name);
    expect(verdict.problems).toEqual([]);
    expect(verdict.warnings.map(({ code }) => code)).toEqual(codes);
  });

  it("tells how many bytes a name, and a part of it, may have", () => {
    const most = (name: string) =>
      judgeName(name).problems.map(({ message }) => message.match(/than ([\d,]+) /)?.[1]);
    expect(most("x".repeat(256))).toEqual(["255"]);
    expect(most(`${"x/".repeat(2_048)}x`)).toEqual(["4,096"]);
    expect(most("x".repeat(4_097))).toEqual(["255", "4,096"]);
  });

  it("names the whole, not a line, and shows no control characters", () => {
    expect(judgeName(`a\0b${BIDI}`).problems).toEqual([
      {
        line: 0,
        code: "name_control",
        message: 'The file name "a�b�" holds a control character. Remove it from the name.',
      },
    ]);
  });

  it("lets no name out of its folder", () => {
    const piece = fc.constantFrom("..", ".", "/", "\\", "a", "C:", "\0", "é", "%2e", " ");
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: "binary" }),
          fc.array(piece).map((pieces) => pieces.join("")),
        ),
        (name) => {
          fc.pre(judgeName(name).problems.length === 0);
          const path = posix.normalize(posix.join("/root/object", name));
          expect(path).toBe(`/root/object/${name}`);
        },
      ),
      { numRuns: 500 },
    );
  });
});
