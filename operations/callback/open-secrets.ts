import type { Env } from "../../lib/env.ts";
import { seal, unseal } from "../../lib/seal.ts";

/**
 * A collection's signing keys, decrypted. Keys that do not decrypt are left out. `sealed`: there are keys but none
 * decrypts; callers must then not send anything unsigned.
 */
export function openSecrets(
  env: Pick<Env, "AUTH_SECRET">,
  collectionId: string,
  sealed: readonly string[],
): readonly string[] | "sealed" {
  const opened = sealed.flatMap((one) => unseal(one, sealing(env, collectionId)) ?? []);
  return sealed.length > 0 && opened.length === 0 ? "sealed" : opened;
}

/** A signing key in the form it is stored in. */
export function sealSecret(env: Pick<Env, "AUTH_SECRET">, collectionId: string, secret: string): string {
  return seal(secret, sealing(env, collectionId));
}

function sealing({ AUTH_SECRET }: Pick<Env, "AUTH_SECRET">, owner: string) {
  return { secret: AUTH_SECRET, purpose: "callback-secret", owner } as const;
}
