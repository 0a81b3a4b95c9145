import { expect, it } from "vitest";
import { textOf } from "../sentence.ts";
import type { CopyState } from "./states.ts";
import { copiesWords } from "./words.ts";

const at = (state: CopyState, day: string | null) => ({
  state,
  verifiedAt: day === null ? null : new Date(`${day}T23:30:00Z`),
  damagedFiles: 0,
  isEnded: false,
});

it.each([
  [[at("Verified", "2026-05-03")], "1 of 1 copy verified, the latest on 3 May 2026."],
  [
    [at("Verified", "2026-05-03"), at("Verified", "2026-04-30")],
    "2 of 2 copies verified, the latest on 3 May 2026.",
  ],
  [
    [at("Verified", "2026-12-31"), at("Wanted", null)],
    "1 of 2 copies verified, the latest on 31 December 2026, 1 still to be made.",
  ],
  // when a damaged one was last good does not count
  [
    [at("Verified", "2026-01-01"), at("Damaged", "2026-02-01"), at("Wanted", null)],
    "1 of 3 copies verified, the latest on 1 January 2026, 1 damaged, 1 still to be made.",
  ],
  [
    [at("Damaged", "2026-02-01"), at("Wanted", null)],
    "0 of 2 copies verified, 1 damaged, 1 still to be made.",
  ],
  [
    [at("Verified", "2026-05-03"), { ...at("Wanted", null), isEnded: true }],
    "1 of 2 copies verified, the latest on 3 May 2026, 1 no longer continued.",
  ],
])("%#: %s", (storages, words) => {
  expect(textOf(copiesWords(storages))).toBe(words);
});
