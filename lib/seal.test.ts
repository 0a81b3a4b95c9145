import { describe, expect, it } from "vitest";
import { seal, unseal } from "./seal.ts";

const how = { secret: "a".repeat(32), purpose: "callback-secret", owner: "maps" } as const;

describe("a sealed text", () => {
  it("opens again, and looks different each time", () => {
    const [one, other] = [seal("whsec_x地", how), seal("whsec_x地", how)];
    expect(unseal(one, how)).toBe("whsec_x地");
    expect(unseal(other, how)).toBe("whsec_x地");
    expect(one).not.toBe(other);
    expect(one).not.toContain("whsec");
  });

  it("opens for its own purpose only, whatever was sealed before", () => {
    const address = { ...how, purpose: "source-address" } as const;
    const [one, other] = [seal("a", how), seal("b", address)];
    expect(unseal(one, how)).toBe("a");
    expect(unseal(other, address)).toBe("b");
    expect(unseal(one, address)).toBeUndefined();
  });

  it("does not open with another secret or for another owner", () => {
    const sealed = seal("whsec_x", how);
    expect(unseal(sealed, { ...how, secret: "b".repeat(32) })).toBeUndefined();
    expect(unseal(sealed, { ...how, owner: "prints" })).toBeUndefined();
  });

  it.each([0, 5, 14, -1])("does not open when byte %i was changed", (at) => {
    const [version = "", text = ""] = seal("whsec_x", how).split(".");
    const bytes = Buffer.from(text, "base64url");
    const place = at < 0 ? bytes.length + at : at;
    bytes.writeUInt8(bytes.readUInt8(place) ^ 1, place);
    expect(unseal(`${version}.${bytes.toString("base64url")}`, how)).toBeUndefined();
  });

  it.each(["", "v1", "v1.", "v1.AAAA", "v2.AAAA", "whsec_x"])("is not %j", (text) => {
    expect(unseal(text, how)).toBeUndefined();
  });
});
