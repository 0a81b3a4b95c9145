import { expect, it } from "vitest";
import { cursorText, readCursor } from "./cursor.ts";

it.each([
  ["0", { position: 0, history: undefined }],
  ["1042", { position: 1042, history: undefined }],
  ["1042.0123456789ab", { position: 1042, history: "0123456789ab" }],
  ["9007199254740991", { position: Number.MAX_SAFE_INTEGER, history: undefined }],
])("%s is a cursor, and is written so", (text, cursor) => {
  expect(readCursor(text)).toEqual(cursor);
  expect(cursorText(cursor)).toBe(text);
});

it.each([
  "",
  "-1",
  "1.0",
  "1.5",
  "1e3",
  "x",
  "1.0123456789AB",
  "1.0123456789abc",
  "9007199254740992",
  "1 ",
  "1.0123456789ab\n",
])("%j is none", (text) => {
  expect(readCursor(text)).toBeUndefined();
});
