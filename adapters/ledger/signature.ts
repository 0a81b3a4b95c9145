import { secp256k1 } from "@noble/curves/secp256k1.js";

/** What is wrong with a signature. */
export type SignatureFault = "shape" | "key" | "high_s" | "mismatch";

const SIGNATURE = /^[0-9a-f]{128}$/;
const COMPRESSED_KEY = /^0[23][0-9a-fA-F]{64}$/;

/**
 * What is wrong with a signature in hexadecimal over these bytes; undefined when nothing is. It must be the compact form
 * (r, s) of ECDSA on secp256k1 over SHA-256, with s at most half the group's order. Takes some milliseconds of CPU.
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

function fits(signature: Uint8Array, signed: Uint8Array, key: Uint8Array): boolean {
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
