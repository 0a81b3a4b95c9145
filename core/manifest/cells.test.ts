import { describe, expect, it } from "vitest";
import { readCells } from "./cells.ts";
import { usualLayout } from "./columns.ts";

/** The cells url, algorithm, digest and size of a row, or the columns something is wrong with. */
function read(text: string) {
  const found: unknown[] = [];
  const cell = readCells(text, usualLayout("ObjectManifest"), (code, ...facts) =>
    found.push([code, ...facts]),
  );
  return cell === undefined ? found : (["url", "algorithm", "digest", "size"] as const).map(cell);
}

describe("readCells", () => {
  it.each([
    ["", ["", "", "", ""]],
    [" a%20b%7c |\tb%20\t| %7c%7C%2f |  ", ["a%20b%7c", "b ", "|%7C%2f", ""]],
    // white space that is no blank belongs to the value
    ["a|\u00a0b\u3000| |c|||||d", ["a", "\u00a0b\u3000", "", "c"]],
    ["a|b\tc", ["a", "b\tc", "", ""]],
  ])("of %j are %j", (text, cells) => {
    expect(read(text)).toEqual(cells);
  });

  it("names each column that cannot be read, or its place", () => {
    expect(read("a\u0001|b|c\ufffd|d|e|f|g|h|i\u0007")).toEqual([
      ["text_control", { column: "nfo:fileUrl" }],
      ["text_malformed", { column: "nfo:hashValue" }],
      ["text_control", { column: 9 }],
    ]);
  });
});
