import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { NAME_ENCODINGS, readNameEncoding } from "./name-encodings.ts";

it.each([
  ["GBK", "gbk"],
  [" gb2312 ", "gbk"],
  ["Shift_JIS", "cp932"],
  ["CP1251", "windows-1251"],
  ["EUC-KR", "cp949"],
  ["latin1", "iso-8859-1"],
  ["utf-7", undefined],
  ["__proto__", undefined],
  ["constructor", undefined],
])("%j is %s", (text, encoding) => {
  expect(readNameEncoding(text)).toBe(encoding);
});

it("docs/reference/containers.md lists them all", async () => {
  const page = await readFile("docs/reference/containers.md", "utf8");
  for (const [name, words] of Object.entries(NAME_ENCODINGS))
    expect(page).toContain(`| \`${name}\` | ${words} |`);
});
