import { expect, test } from "vitest";
import { takesAway, versionSentence } from "./version-words.ts";

test.each([
  [{ version: 2, replaced: 1, removed: 1 }, "Version 2; 1 file replaced, 1 removed.", true],
  [{ version: 3, replaced: 0, removed: 1 }, "Version 3; 1 file removed.", true],
  [{ version: 4, replaced: 1204, removed: 0 }, "Version 4; 1,204 files replaced.", true],
  [{ version: 5, replaced: 2, removed: 12_000 }, "Version 5; 2 files replaced, 12,000 removed.", true],
  [{ version: 2, replaced: 0, removed: 0 }, "Version 2.", false],
])("%j", (made, sentence, isTold) => {
  expect(versionSentence(made)).toBe(sentence);
  expect(takesAway(made)).toBe(isTold);
});
