import { createPublicKey, type KeyObject, verify } from "node:crypto";
import type { Verifier } from "../../core/sequencer/receipt.ts";
import type { Sql } from "../../prisma/sql.ts";
import { listKeys } from "../../prisma/store/sequencer.ts";
import { sha256 } from "./hashes.ts";

/** Verifies with the kept public keys; one that does not have its key as SHA-256, or is none, counts as missing. */
export async function openVerifier(db: Sql): Promise<Verifier> {
  const keys = new Map<string, KeyObject>();
  for (const { key, publicKey } of await listKeys(db)) {
    const bytes = Buffer.from(publicKey, "base64url");
    if (sha256(bytes) !== key) continue;
    keys.set(key, createPublicKey({ key: bytes, format: "der", type: "spki" }));
  }
  return {
    sha256,
    isSigned: (signer, text, signature) => {
      const key = keys.get(signer);
      return key && verify(null, Buffer.from(text), key, Buffer.from(signature, "base64url"));
    },
  };
}
