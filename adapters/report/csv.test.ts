import { expect, test } from "vitest";
import { parseCsv } from "../../tests/parse-csv.ts";
import { csv } from "./csv.ts";

const EVIL = [
  "=1+1",
  "+1+1",
  "-1+1",
  "@SUM(A1:A9)",
  "\t=1",
  "\r=1",
  "\n=1",
  "\r\n=1",
  " =1",
  "\u00A0=1",
  "\u200B=1",
  "\uFEFF=1",
  '=HYPERLINK("http://evil.example.org","x")',
  "=cmd|' /C calc'!A0",
  '";=1',
  '"=1',
  'x";"=1',
  "a,=1",
  "a;=1",
  "a\n=1",
  "\uFF1D1+1",
  "\uFF0B1",
  "\uFF0D1",
  "\uFF20SUM(A1)",
  "\uFE661",
  "\u22121",
  "\u0000=1",
  "x\u0000y",
  "%0A=1",
];

test("no cell of the corpus starts a formula once a reader has parsed it, and no cell is lost or split", () => {
  const file =
    csv([["jobId", "title"]], { first: true }) +
    csv(
      EVIL.map((text) => ["jid-1", text]),
      { first: false },
    );
  expect(file.charCodeAt(0)).toBe(0xfeff);
  const [header, ...rows] = parseCsv(file);
  expect(header).toEqual(["jobId", "title"]);
  expect(rows).toHaveLength(EVIL.length);
  rows.forEach((cells, place) => {
    expect(cells).toHaveLength(2);
    const cell = cells[1] ?? "";
    expect(cell).not.toMatch(/^[=+\-@\t\r\n]/);
    expect(cell.normalize("NFKC")).not.toMatch(/^[\s\p{C}]*[=+\-@\u2212]/u);
    expect(cell).not.toContain("\u0000");
    expect(cell.replace(/^'/, "")).toBe(EVIL[place]?.replaceAll("\u0000", "\uFFFD"));
  });
});

test("RFC 4180: CRLF ends, quotes doubled, empty cells empty", () => {
  expect(csv([["a", "", 'say "hi"', "x,y"]], { first: false })).toBe('"a",,"say ""hi""","x,y"\r\n');
});

test("only the start of a file has a byte order mark, and no rows are no text", () => {
  expect(csv([["a"]], { first: true })).toBe('\uFEFF"a"\r\n');
  expect(csv([], { first: false })).toBe("");
});
