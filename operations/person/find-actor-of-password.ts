import { createHmac, randomBytes } from "node:crypto";
import type { Proofs } from "../../core/access/proofs.ts";
import type { Actor } from "../../core/access/roles.ts";
import type { SignInTries } from "../../core/access/sign-in-tries.ts";
import { tooManyPasswords } from "../../core/access/too-many-passwords.ts";
import { hostOf, networkOf } from "../../lib/client-address.ts";
import { hashPassword } from "../../lib/password.ts";
import { tryPassword } from "../../lib/try-password.ts";
import type { Db } from "../../prisma/client.ts";
import { findCredential } from "../../prisma/store/person.ts";
import { findActorOfPerson } from "./find-actor.ts";

/**
 * A correct password is not checked again for a while, so that scripts neither wait for the check nor come near the
 * limit.
 */
export type PasswordGuard = { readonly tries: SignInTries; readonly proofs: Proofs };

/** `address`: the client's; undefined when it is unknown. */
export type PasswordTry = {
  readonly email: string;
  readonly password: string;
  readonly address: string | undefined;
};

const LONGEST_EMAIL = 254;
/** Makes the keys of remembered passwords useless outside this process. */
const SECRET = randomBytes(32);
let nobody: Promise<string> | undefined;

/**
 * The actor for an e-mail and password sent with a request; undefined when the password is wrong or the person is
 * banned or unknown, which takes equally long. Creates no session.
 * @throws WaybillError `too_many_requests` with the time to try again
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
    if (tried.kind === "wait") throw tooManyPasswords(nowMs, tried.waitMs);
    return tryPassword({ kept, password, notWrong: tried.right });
  });
  const actor = isRight && credential ? await findActorOfPerson(door, credential.userId) : undefined;
  return actor && { ...actor, via: "password" };
}

/** Made on first use, and again if there was no free turn for it. */
async function hashOfNobody(): Promise<string> {
  nobody ??= hashPassword(SECRET.toString("hex"), { isKnown: true });
  return nobody.catch((error: unknown) => {
    nobody = undefined;
    throw error;
  });
}
