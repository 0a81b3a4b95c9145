import { createPublicKey, verify } from "node:crypto";
import { secp256k1 } from "@noble/curves/secp256k1.js";

/** What is wrong with a signature. */
export type SignatureFault = "shape" | "key" | "high_s" | "mismatch";

const SIGNATURE = /^[0-9a-f]{128}$/;
const COMPRESSED_KEY = /^0[23][0-9a-fA-F]{64}$/;

/**
 * What is wrong with a signature in hexadecimal over these bytes; undefined when nothing is. It must be the compact form
 * (r, s) of ECDSA on secp256k1 over SHA-256, with s at most half the group's order. Takes half a millisecond of CPU, and some milliseconds when it does not fit.
 */
export function findSignatureFault(
  signed: Uint8Array,
  signatureHex: string,
  publicKeyHex: string,
): SignatureFault | undefined {
  if (!SIGNATURE.test(signatureHex)) return "shape";
  if (!COMPRESSED_KEY.test(publicKeyHex)) return "key";
  const signature = bytesOfHex(signatureHex);
  const key = bytesOfHex(publicKeyHex);
  if (fits(signature, signed, key)) return undefined;
  if (!secp256k1.utils.isValidPublicKey(key, true)) return "key";
  return hasHighS(signature) ? "high_s" : "mismatch";
}

/**
 * OpenSSL is three times as fast as noble, but takes any s, and may have been built without this curve: what it does not
 * take, noble judges.
 */
function fits(signature: Uint8Array, signed: Uint8Array, key: Uint8Array): boolean {
  return (hasLowS(signature) && fitsByOpenSsl(signature, signed, key)) || fitsByNoble(signature, signed, key);
}

/** A compressed point as a SubjectPublicKeyInfo on secp256k1, up to its 33 bytes. Source: RFC 5480, SEC 2. */
const SPKI = Buffer.from("3036301006072a8648ce3d020106052b8104000a032200", "hex");

function fitsByOpenSsl(signature: Uint8Array, signed: Uint8Array, point: Uint8Array): boolean {
  try {
    const key = createPublicKey({ key: Buffer.concat([SPKI, point]), format: "der", type: "spki" });
    return verify("sha256", signed, { key, dsaEncoding: "ieee-p1363" }, signature);
  } catch {
    return false;
  }
}

const HALF_ORDER = (secp256k1.Point.CURVE().n >> 1n).toString(16).padStart(64, "0");

function hasLowS(signature: Uint8Array): boolean {
  return Buffer.from(signature.subarray(32)).toString("hex") <= HALF_ORDER;
}

function fitsByNoble(signature: Uint8Array, signed: Uint8Array, key: Uint8Array): boolean {
  try {
    return secp256k1.verify(signature, signed, key);
  } catch {
    return false; // thrown for numbers out of range and for a key that is not a point: nobody's signature
  }
}

function hasHighS(signature: Uint8Array): boolean {
  try {
    return secp256k1.Signature.fromBytes(signature, "compact").hasHighS();
  } catch {
    return false; // out of range, so neither form
  }
}

/** A plain array: noble would accept a Buffer, but a Buffer shares memory with others of its pool. */
function bytesOfHex(hex: string): Uint8Array {
  return Uint8Array.from(Buffer.from(hex, "hex"));
}
