import { createHmac, randomBytes } from "node:crypto";
import type { Proofs } from "../../core/access/proofs.ts";
import type { Actor } from "../../core/access/roles.ts";
import type { SignInTries } from "../../core/access/sign-in-tries.ts";
import { QueueError } from "../../core/errors.ts";
import { hostOf, networkOf } from "../../lib/client-address.ts";
import { fitsPassword, hashPassword } from "../../lib/password.ts";
import type { Db } from "../../prisma/client.ts";
import { findCredential } from "../../prisma/store/person/find-credential.ts";
import { findActorOfPerson } from "./find-actor.ts";

/** A password that was right is not checked again for a while, so a script never waits for it or comes near the limit. */
export type PasswordGuard = { readonly tries: SignInTries; readonly proofs: Proofs };

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
  const kept = credential?.passwordHash ?? (await hashOfNobody());
  const nowMs = door.now().getTime();
  const key = createHmac("sha256", SECRET)
    .update(JSON.stringify([name, kept, password]))
    .digest("base64");
  const isRight = await guard.proofs.isRight(key, nowMs, async () => {
    const tried = guard.tries.take(
      {
        email: name,
        host: address && hostOf(address),
        network: address && networkOf(address),
        device: undefined,
      },
      nowMs,
    );
    if (tried.kind === "wait") throw tooMany(nowMs + tried.waitMs);
    return check(kept, password, tried.right);
  });
  return isRight && credential ? findActorOfPerson(door, credential.userId) : undefined;
}

/** A right password is no wrong one, nor is one that nobody came to look at. */
async function check(kept: string, password: string, giveBack: () => void): Promise<boolean> {
  try {
    const isRight = await fitsPassword(kept, password);
    if (isRight) giveBack();
    return isRight;
  } catch (error) {
    giveBack();
    throw error;
  }
}

/** Made at the first need, and again when there was no turn for it. */
async function hashOfNobody(): Promise<string> {
  nobody ??= hashPassword(SECRET.toString("hex"), { isKnown: true });
  return nobody.catch((error: unknown) => {
    nobody = undefined;
    throw error;
  });
}

function tooMany(untilMs: number): QueueError {
  return new QueueError("too_many_requests", "Too many wrong passwords. Wait, then try again.", {
    retryAt: new Date(untilMs),
  });
}
