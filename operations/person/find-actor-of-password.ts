import { createHmac, randomBytes } from "node:crypto";
import type { Attempts } from "../../core/access/attempts.ts";
import type { Proofs } from "../../core/access/proofs.ts";
import type { Actor } from "../../core/access/roles.ts";
import { QueueError } from "../../core/errors.ts";
import { fitsPassword, hashPassword } from "../../lib/password.ts";
import type { Db } from "../../prisma/client.ts";
import { findCredential } from "../../prisma/store/person/find-credential.ts";
import { findActorOfPerson } from "./find-actor.ts";

/**
 * Tries count per person and per address, right ones too: else a script's own would wipe out those of somebody who guesses.
 * A password that was right is not checked again for a while, so a script never comes near the limit.
 */
export type PasswordGuard = {
  readonly asPerson: Attempts;
  readonly fromAddress: Attempts;
  readonly proofs: Proofs;
};

/** `address`: of the client, undefined when nobody can tell. */
export type PasswordTry = {
  readonly email: string;
  readonly password: string;
  readonly address: string | undefined;
};

const LONGEST_EMAIL = 254;
/** Keys of remembered passwords are worth nothing outside of this process. */
const SECRET = randomBytes(32);
let nobody: Promise<string> | undefined;

/**
 * Who a password sent with a request acts as, by e-mail; undefined when it is wrong, or the person banned or unknown, which
 * takes as long. No session is made.
 * @throws QueueError `too_many_requests` with the time to try again
 */
export async function findActorOfPassword(
  door: { readonly db: Db; readonly now: () => Date },
  { email, password, address }: PasswordTry,
  guard: PasswordGuard,
): Promise<Actor | undefined> {
  const name = email.toLowerCase().slice(0, LONGEST_EMAIL);
  const credential = await findCredential(door.db, name);
  nobody ??= hashPassword(SECRET.toString("hex"));
  const kept = credential?.passwordHash ?? (await nobody);
  const nowMs = door.now().getTime();
  const key = createHmac("sha256", SECRET)
    .update(JSON.stringify([name, kept, password]))
    .digest("base64");
  const isRight = await guard.proofs.isRight(key, nowMs, async () => {
    const waitMs = Math.max(
      guard.asPerson.take(name, nowMs),
      address === undefined ? 0 : guard.fromAddress.take(address, nowMs),
    );
    if (waitMs > 0) throw tooMany(nowMs + waitMs);
    return fitsPassword(kept, password);
  });
  return isRight && credential ? findActorOfPerson(door, credential.userId) : undefined;
}

function tooMany(untilMs: number): QueueError {
  return new QueueError("too_many_requests", "Too many wrong passwords. Wait, then try again.", {
    retryAt: new Date(untilMs),
  });
}
