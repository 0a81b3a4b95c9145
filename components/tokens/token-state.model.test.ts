import { describe, expect, it } from "vitest";
import { tokenState } from "./token-state.model.ts";

const TOKEN = {
  id: "1",
  name: "a",
  hint: "wb_…12",
  scopes: ["read"] as const,
  createdAt: "",
  expiresAt: "2026-11-27T12:00:00.001Z",
  lastUsedAt: null,
  revokedAt: null,
};
const NOON = "2026-11-27T12:00:00.000Z";
const noonMs = Date.parse(NOON);

describe("tokenState", () => {
  it.each([
    [{}, noonMs, "works"],
    [{ expiresAt: NOON }, noonMs - 1, "works"],
    [{ expiresAt: NOON }, noonMs, "expired"],
    [{ expiresAt: NOON, revokedAt: NOON }, noonMs - 1, "revoked"],
  ] as const)("%j at %s %s", (part, nowMs, state) => {
    expect(tokenState({ ...TOKEN, ...part }, nowMs)).toBe(state);
  });
});
