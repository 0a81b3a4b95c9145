import { describe, expect, it } from "vitest";
import { refusal } from "./sign-in.model.ts";

describe("refusal", () => {
  it.each([
    [401, "INVALID_EMAIL_OR_PASSWORD", /is wrong/],
    [400, "INVALID_EMAIL", /is wrong/],
    [429, "", /Wait a minute/],
    [0, "", /cannot be reached/],
    [403, "INVALID_ORIGIN", /not the one/],
    [403, "MISSING_OR_NULL_ORIGIN", /not the one/],
    [403, "BANNED_USER", /closed/],
    [500, "", /right now/],
  ])("%i %s", (status, code, sentence) => {
    expect(refusal(status, code)).toMatch(sentence);
  });
});
