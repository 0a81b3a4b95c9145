import { expect, it } from "vitest";
import { tooManyPasswords } from "./too-many-passwords.ts";

it.each([
  [1, "1 s"],
  [9_001, "10 s"],
  [59_999, "60 s"],
  [60_000, "1 min"],
  [60_001, "2 min"],
  [300_000, "5 min"],
])("%i ms are %s", (waitMs, words) => {
  const fault = tooManyPasswords(1_000_000, waitMs);
  expect(fault).toMatchObject({
    code: "too_many_requests",
    message: `Too many wrong passwords. Wait ${words}, then try again.`,
    retryAt: new Date(1_000_000 + waitMs),
  });
});
