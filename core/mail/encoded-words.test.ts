import { expect, it } from "vitest";
import { protectEncodedWords } from "./encoded-words.ts";

/** `=?a` and 42 more letters: 45 octets, the most of one word. */
const FULL = `=?UTF-8?B?PT9h${"YWFh".repeat(14)}?=`;

it.each([
  ["Ü? Fine = so", "Ü? Fine = so"],
  ["a =?b", "=?UTF-8?B?YSA9P2I=?="],
  [`=?${"a".repeat(43)}`, FULL],
  [`=?${"a".repeat(44)}`, `${FULL} =?UTF-8?B?YQ==?=`],
  // é has two octets: it goes whole into the next word
  [`=?${"a".repeat(42)}é`, `=?UTF-8?B?PT9h${"YWFh".repeat(13)}YWE=?= =?UTF-8?B?w6k=?=`],
  [`=?${"a".repeat(43 + 45)}a`, `${FULL} =?UTF-8?B?${"YWFh".repeat(15)}?= =?UTF-8?B?YQ==?=`],
])("%s is sent as %s", (subject, sent) => {
  expect(protectEncodedWords(subject)).toBe(sent);
});
