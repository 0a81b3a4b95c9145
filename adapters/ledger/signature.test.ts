import { secp256k1 } from "@noble/curves/secp256k1.js";
import fc from "fast-check";
import { expect, it } from "vitest";
import { keyOf, sign, testKey } from "../../tests/fixtures/ledger/sign.ts";
import { findSignatureFault } from "./signature.ts";

const ORDER = secp256k1.Point.CURVE().n;
const hex = (number: bigint) => number.toString(16).padStart(64, "0");

it("a signature fits exactly if noble, which the ledgers' rule is taken from, says so, and has a low S", () => {
  const secret = fc.bigInt({ min: 1n, max: ORDER - 1n });
  const number = fc.oneof(
    fc.constantFrom(0n, 1n, ORDER >> 1n, (ORDER >> 1n) + 1n, ORDER - 1n, ORDER, (1n << 256n) - 1n),
    fc.bigInt({ min: 0n, max: (1n << 256n) - 1n }),
  );
  const wrong = fc.constantFrom("nothing", "bytes", "r", "s", "high", "key");
  fc.assert(
    fc.property(secret, fc.uint8Array({ maxLength: 200 }), wrong, number, (own, bytes, what, other) => {
      const key = keyOf(hex(own));
      const signature = sign(bytes, key);
      const [r, s] = [signature.slice(0, 64), signature.slice(64)];
      const given = {
        nothing: signature,
        bytes: signature,
        key: signature,
        r: hex(other) + s,
        s: r + hex(other),
        high: r + hex(ORDER - BigInt(`0x${s}`)),
      }[what];
      const signed = what === "bytes" ? Buffer.concat([bytes, Buffer.from([1])]) : bytes;
      const { publicKey } = what === "key" ? testKey("another") : key;
      expect(findSignatureFault(signed, given, publicKey) === undefined).toBe(
        byNoble(signed, given, publicKey),
      );
      if (what === "nothing") expect(findSignatureFault(signed, given, publicKey)).toBeUndefined();
      if (what === "high") expect(findSignatureFault(signed, given, publicKey)).toBe("high_s");
    }),
    { numRuns: 150 },
  );
});

function byNoble(signed: Uint8Array, signature: string, key: string): boolean {
  const bytes = (text: string) => Uint8Array.from(Buffer.from(text, "hex"));
  try {
    return secp256k1.verify(bytes(signature), Uint8Array.from(signed), bytes(key), { lowS: true });
  } catch {
    return false;
  }
}
