import { describe, expect, it } from "vitest";
import { fileOwner, openAddress, payloadOwner, sealAddress } from "./sealed-address.ts";

const env = { AUTH_SECRET: "a".repeat(32) };
const URL = "https://ada:5ecret@files.example.org/leaf.jpg?X-Amz-Signature=5ecret";
const CLEAR = "https://***@files.example.org/leaf.jpg?X-Amz-Signature=***";

describe("an address", () => {
  it("without credentials is kept as it is", () => {
    const kept = sealAddress(env, fileOwner("jid-1", 1), "https://files.example.org/leaf.jpg?v=1");
    expect(kept).toEqual({ clear: "https://files.example.org/leaf.jpg?v=1", sealed: null });
  });

  it("with credentials opens for its own row with its own secret", () => {
    const kept = sealAddress(env, fileOwner("jid-1", 1), URL);
    expect(kept.clear).toBe(CLEAR);
    expect(openAddress(env, fileOwner("jid-1", 1), kept)).toBe(URL);
    const other = { AUTH_SECRET: "b".repeat(32) };
    const tries = [
      () => openAddress(env, fileOwner("jid-1", 2), kept),
      () => openAddress(env, "jid-1", kept),
      () => openAddress(other, fileOwner("jid-1", 1), kept),
      () => openAddress(env, fileOwner("jid-1", 1), { ...kept, sealed: "v1.AAAA" }),
    ];
    for (const open of tries)
      expect(open).toThrow(
        expect.objectContaining({ code: "address_sealed", message: expect.stringContaining(CLEAR) }),
      );
  });

  it("goes where it was to go, whatever the clear part says later", () => {
    const { sealed } = sealAddress(env, "jid-1", URL);
    expect(openAddress(env, "jid-1", { clear: "https://elsewhere.example.org/", sealed })).toBe(URL);
  });

  it("of a single file's payload is that of its file", () => {
    expect(payloadOwner({ id: "jid-1", payload: "file" })).toBe(fileOwner("jid-1", 1));
    expect(payloadOwner({ id: "jid-1", payload: "container" })).toBe("jid-1");
  });
});
