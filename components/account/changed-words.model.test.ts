import { expect, it } from "vitest";
import { changedWords } from "./changed-words.model.ts";

it.each([
  [0, 0, "Password changed. Ended 0 other sessions."],
  [1, 0, "Password changed. Ended 1 other session."],
  [2, 1, "Password changed. Ended 2 other sessions and revoked 1 token."],
  [0, 3, "Password changed. Ended 0 other sessions and revoked 3 tokens."],
])("%i sessions and %i tokens", (sessionsEnded, tokensRevoked, words) => {
  expect(changedWords({ sessionsEnded, tokensRevoked })).toBe(words);
});
