import { createHash, createPrivateKey, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { type SealPurpose, seal, unseal } from "../../lib/seal.ts";
import type { Sql } from "../../prisma/sql.ts";
import { insertNode, leaveNode, type NodeRow, takeNode } from "../../prisma/store/sequencer.ts";
import type { Context } from "../context.ts";

/** A node of the sequencer, run by one process at a time. */
export type Identity = {
  /** SHA-256 of the public key, in lower-case hexadecimal. */
  readonly key: string;
  readonly incarnation: string;
  /** Ed25519 (RFC 8032) over the text, in base64url. */
  sign(text: string): string;
};

/** After which a node that does not show up counts as gone: its identity is free, and it is not in the ring. */
export const GONE_MS = 5_000;

/**
 * Takes the identity of a node that is gone, or makes a new one, so that there are no more keys than processes have ever run
 * at a time. `incarnation`: what no other process has ever been called.
 */
export async function takeIdentity(
  { db, env }: { readonly db: Sql; readonly env: Context["env"] },
  incarnation: string,
): Promise<Identity> {
  const found = await takeNode(db, incarnation, GONE_MS);
  const kept = found && unseal(found.privateKey, sealing(env, found.key));
  // one that was sealed with another secret stays behind: what it signed must be verified
  if (found && kept) return identityOf(found.key, incarnation, kept);
  if (found) await leaveNode(db, { key: found.key, incarnation });
  const made = generateKeyPairSync("ed25519");
  const publicKey = made.publicKey.export({ format: "der", type: "spki" });
  const key = createHash("sha256").update(publicKey).digest("hex");
  const secret = made.privateKey.export({ format: "der", type: "pkcs8" }).toString("base64url");
  const node: NodeRow = {
    key,
    publicKey: publicKey.toString("base64url"),
    privateKey: seal(secret, sealing(env, key)),
  };
  await insertNode(db, node, incarnation);
  return identityOf(key, incarnation, secret);
}

function sealing(env: Context["env"], owner: string) {
  return { secret: env.AUTH_SECRET, purpose: "sequencer-node" as SealPurpose, owner };
}

function identityOf(key: string, incarnation: string, secret: string): Identity {
  const privateKey: KeyObject = createPrivateKey({
    key: Buffer.from(secret, "base64url"),
    format: "der",
    type: "pkcs8",
  });
  return {
    key,
    incarnation,
    sign: (text) => sign(null, Buffer.from(text), privateKey).toString("base64url"),
  };
}
