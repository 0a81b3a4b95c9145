import { type Actor, isRole, type Role } from "../../core/access/roles.ts";
import { isScope } from "../../core/access/scopes.ts";
import { WaybillError } from "../../core/errors.ts";
import type { Db } from "../../prisma/client.ts";
import {
  type ActorRow,
  findPersonForActor,
  findTokenForActor,
  type TokenActorRow,
} from "../../prisma/store/person.ts";
import { markTokenUsed } from "../../prisma/store/token.ts";
import { hashOf, isSecret } from "../token/secret.ts";

/** The database, before the actor is known. */
type Door = { readonly db: Db };

/**
 * The actor for a signed-in person, read each time so that a change of role or grants applies at once; undefined when
 * the account is closed or gone.
 */
export async function findActorOfPerson(
  { db }: Door,
  userId: string,
  sessionId?: string,
): Promise<Actor | undefined> {
  const person = await findPersonForActor(db, userId);
  if (!person || person.isClosed || !isRole(person.role)) return undefined;
  return { ...actorOf(person, person.role), via: "session", ...(sessionId && { sessionId }) };
}

/**
 * The actor for a token's secret; undefined when there is no such token.
 * @throws WaybillError `account_closed`, `token_ended`
 */
export async function findActorOfToken({ db }: Door, secret: string): Promise<Actor | undefined> {
  if (!isSecret(secret)) return undefined;
  const token = await findTokenForActor(db, hashOf(secret));
  if (!token || !isRole(token.role)) return undefined;
  requireWorking(token);
  if (!token.isMarked) await markTokenUsed(db, token.tokenId);
  return {
    ...actorOf(token, token.role),
    via: "token",
    token: { id: token.tokenId, name: token.tokenName },
    scopes: token.scopes.filter(isScope),
  };
}

/** Only a caller with the secret learns why the token does not work. */
function requireWorking({ isClosed, isRevoked, isExpired }: TokenActorRow): void {
  if (isClosed)
    throw new WaybillError(
      "account_closed",
      "The account this API token belongs to is closed. Ask an admin.",
    );
  if (isRevoked)
    throw new WaybillError("token_ended", "This API token was revoked. Sign in and make a new one.");
  if (isExpired)
    throw new WaybillError("token_ended", "This API token has expired. Sign in and make a new one.");
}

function actorOf({ id, name, email, grants }: ActorRow, role: Role) {
  return { id, name, email, role, grants };
}
