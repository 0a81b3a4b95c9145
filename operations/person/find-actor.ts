import { type Actor, ROLES, type Role } from "../../core/access/roles.ts";
import type { Db } from "../../prisma/client.ts";
import { findPersonForActor, findTokenForActor } from "../../prisma/store/person/find-actor.ts";
import { markTokenUsed } from "../../prisma/store/token/mark-used.ts";
import { hashOf, isSecret } from "../token/secret.ts";

/** The database and the clock, before it is known who acts. */
type Door = { readonly db: Db; readonly now: () => Date };

type Person = NonNullable<Awaited<ReturnType<typeof findPersonForActor>>>;

/** Who a signed-in person acts as, read anew so that a change of role or grants holds at once; undefined when banned or gone. */
export async function findActorOfPerson({ db, now }: Door, userId: string): Promise<Actor | undefined> {
  const person = await findPersonForActor(db, userId);
  return person ? actorOf(person, "session", now()) : undefined;
}

/** Who a token's secret acts as; undefined when it is unknown, expired or revoked, or its owner banned. */
export async function findActorOfToken({ db, now }: Door, secret: string): Promise<Actor | undefined> {
  if (!isSecret(secret)) return undefined;
  const token = await findTokenForActor(db, hashOf(secret));
  const at = now();
  if (!token || token.revokedAt !== null || (token.expiresAt !== null && token.expiresAt <= at))
    return undefined;
  const actor = actorOf(token.user, "token", at);
  if (actor) await markTokenUsed(db, token.id, at);
  return actor;
}

function actorOf(person: Person, via: "session" | "token", at: Date): Actor | undefined {
  const { id, name, role, banned, banExpires, grants } = person;
  const isBanned = banned && (banExpires === null || banExpires > at);
  if (isBanned || !isRole(role)) return undefined;
  return { id, name, role, via, grants: grants.map(({ collectionId }) => collectionId) };
}

function isRole(text: string): text is Role {
  return (ROLES as readonly string[]).includes(text);
}
