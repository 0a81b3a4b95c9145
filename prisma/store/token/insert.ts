import type { Tx } from "../../client.ts";

/** A token as its owner sees it; the secret itself is nowhere. */
export const TOKEN_SELECT = {
  id: true,
  name: true,
  hint: true,
  createdAt: true,
  expiresAt: true,
  lastUsedAt: true,
  revokedAt: true,
} as const;

/** `hash`: SHA-256 of the secret, hexadecimal. `hint`: its first characters, to tell tokens apart. */
export type NewToken = {
  readonly id: string;
  readonly userId: string;
  readonly name: string;
  readonly hash: string;
  readonly hint: string;
  readonly expiresAt: Date | null;
};

export async function insertToken(tx: Tx, token: NewToken) {
  return tx.apiToken.create({ data: token, select: TOKEN_SELECT });
}
