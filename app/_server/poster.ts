import "server-only";
import { splitCredentials } from "../../core/access/basic.ts";
import { Proofs } from "../../core/access/proofs.ts";
import type { Actor } from "../../core/access/roles.ts";
import type { RouteName } from "../../core/access/route-needs.ts";
import { peerOf } from "../../lib/peer.ts";
import { allowRoute } from "../../operations/allow.ts";
import { type Context, SYSTEM } from "../../operations/context.ts";
import { findActorOfToken } from "../../operations/person/find-actor.ts";
import { findActorOfPassword } from "../../operations/person/find-actor-of-password.ts";
import { recordPassword } from "../../operations/session/record-password.ts";
import { isSecret } from "../../operations/token/secret.ts";
import { contextOf } from "./context.ts";
import { root } from "./root.ts";
import { notSignedIn } from "./session.ts";
import { auditedTries, triesToSignIn } from "./tries.ts";

const REMEMBER_MS = 60_000;

/** On globalThis, since Next puts the same file into several bundles. */
const held = globalThis as typeof globalThis & { waybillProofs?: Proofs };

/**
 * What a verb needs, for a request of a Merritt client: signed in by Basic, with the password or an API token in its
 * place, or by a bearer token. Never by the cookie. `route`: the one that asks, for what it takes of a token.
 * @throws WaybillError `not_signed_in`, `too_many_requests`, `account_closed`, `token_ended`, `scope_missing`
 */
export async function posterContext(request: Request, route: RouteName): Promise<Context> {
  const actor = await findPoster(request.headers);
  if (!actor) throw notSignedIn();
  allowRoute(actor, route);
  return contextOf(actor, request.headers);
}

async function findPoster(headers: Headers): Promise<Actor | undefined> {
  const door = { db: root().db, now: () => new Date() };
  const [, scheme = "", value = ""] = /^(\w+)\s+(\S+)\s*$/.exec(headers.get("authorization") ?? "") ?? [];
  if (/^bearer$/i.test(scheme)) return findActorOfToken(door, value);
  const sent = /^basic$/i.test(scheme)
    ? splitCredentials(Buffer.from(value, "base64").toString())
    : undefined;
  if (!sent) return undefined;
  if (isSecret(sent.password)) return findActorOfToken(door, sent.password);
  held.waybillProofs ??= new Proofs(REMEMBER_MS);
  const guard = { tries: triesToSignIn(), proofs: held.waybillProofs };
  const { user: email, password } = sent;
  const tried = { email, password, address: peerOf(headers) };
  const actor = await findActorOfPassword(door, tried, guard);
  await recordPassword(contextOf(SYSTEM, headers), { email, actor }, auditedTries());
  return actor;
}
