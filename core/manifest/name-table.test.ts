import { expect, it } from "vitest";
import { NameTable } from "./name-table.ts";
import { fitsUtf8 } from "./utf8-length.ts";

it("keeps a number for each hash, however many there are", () => {
  const table = new NameTable();
  // hashes that differ in one half only, and negative ones
  const hashes = Array.from({ length: 3_000 }, (_, n) => [n % 2 ? n : -n, n % 3 ? 7 : -n] as const);
  for (const [n, [first, second]] of hashes.entries()) table.set(first, second, n + 1);
  expect(table.size).toBe(3_000);
  expect(hashes.map(([first, second]) => table.get(first, second))).toEqual(hashes.map((_, n) => n + 1));
  table.set(-2, 7, 99);
  expect([table.get(-2, 7), table.size]).toEqual([99, 3_000]);
  expect([table.get(1, 8), table.get(0, 7), table.get(3_001, 7)]).toEqual([0, 0, 0]);
});

it.each([
  ["", 0],
  ["a\u007f", 2],
  ["\u0080\u07ff", 4],
  ["\u0800\ud7ff\ue000\uffff", 12],
  ["\u{10000}\u{10ffff}", 8],
  ["aé語🌿", 10],
])("%j takes %i bytes", (text, bytes) => {
  expect([bytes - 1, bytes, bytes + 1].map((most) => fitsUtf8(text, most))).toEqual([false, true, true]);
});
