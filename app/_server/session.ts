import "server-only";
import type { Actor } from "../../core/access/roles.ts";
import { WaybillError } from "../../core/errors.ts";
import { checkHealth } from "../../operations/health/check.ts";
import { findActorOfPerson, findActorOfToken } from "../../operations/person/find-actor.ts";
import { auth } from "./auth.ts";
import { root } from "./root.ts";

/**
 * Who a request acts as: by `Authorization: Bearer wb_...` when there is one, else by the session's cookie. Role and
 * grants are read anew each time. Undefined: nobody.
 * @throws WaybillError `account_closed`, `token_ended`
 */
export async function findActor(headers: Headers): Promise<Actor | undefined> {
  const door = { db: root().db };
  const authorization = headers.get("authorization");
  if (authorization !== null) {
    const [, secret] = /^bearer\s+(\S+)\s*$/i.exec(authorization) ?? [];
    return secret === undefined ? undefined : findActorOfToken(door, secret);
  }
  if (!headers.has("cookie")) return undefined;
  const session = await findSession(headers);
  return session && findActorOfPerson(door, session.userId, session.id);
}

/** As findActor, for who must be somebody. @throws WaybillError `not_signed_in` too */
export async function getActor(headers: Headers): Promise<Actor> {
  const actor = await findActor(headers);
  if (!actor) throw notSignedIn();
  return actor;
}

/** better-auth hides why it failed; when the database is away, say that instead. */
async function findSession(headers: Headers): Promise<{ id: string; userId: string } | undefined> {
  try {
    return (await auth().api.getSession({ headers }))?.session;
  } catch (error) {
    await checkHealth(root().db);
    throw error;
  }
}

export function notSignedIn(): WaybillError {
  return new WaybillError("not_signed_in", "Sign in, or send a valid API token.");
}
