import { expect, it } from "vitest";
import { ASKED_AT_SIGN_IN, Letter, letterText } from "./letter.ts";

const LETTER = {
  kind: "invitation",
  name: "Bo",
  by: "Ada",
  address: "https://waybill.example",
  expiresAt: "2026-02-01T09:30:00.000Z",
} as const;
const LINK = "https://waybill.example/choose-password#wl_1";

it("an invitation says who invites, where, and until when", () => {
  expect(letterText(LETTER, LINK)).toBe(`Hello Bo,

Ada has created an account for you at https://waybill.example. Choose a password to begin.

Choose a password:
https://waybill.example/choose-password#wl_1

The link works once, until 2026-02-01 09:30 UTC. A newer one ends it.

If you did not expect this, do nothing: without a password nobody can use the account.
`);
});

it.each([
  ["Ada", "Ada has made a link for you to choose a new password at https://waybill.example."],
  [
    ASKED_AT_SIGN_IN,
    "Someone, probably you, said at https://waybill.example that you have forgotten your password.",
  ],
])("a link for a new password, by %s", (by, why) => {
  expect(letterText({ ...LETTER, kind: "reset", by }, LINK)).toBe(`Hello Bo,

${why}

Choose a new password:
https://waybill.example/choose-password#wl_1

The link works once, until 2026-02-01 09:30 UTC. A newer one ends it.

If this was not you, do nothing: your password stays as it is.
`);
});

it("a letter has facts and at most a sealed secret", () => {
  expect(Letter.parse({ ...LETTER, sealedSecret: "x" })).toEqual({ ...LETTER, sealedSecret: "x" });
  expect(Letter.safeParse({ ...LETTER, secret: "x" }).success).toBe(false);
  expect(Letter.safeParse({ ...LETTER, expiresAt: undefined }).success).toBe(false);
});
