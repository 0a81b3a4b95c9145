import "server-only";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import { returnTo } from "../../core/access/return-to.ts";
import type { Actor } from "../../core/access/roles.ts";
import type { RouteName } from "../../core/access/route-needs.ts";
import { peerOf } from "../../lib/peer.ts";
import { allowRoute } from "../../operations/allow.ts";
import { type Context, makeContext, SYSTEM } from "../../operations/context.ts";
import { root } from "./root.ts";
import { findActor, getActor } from "./session.ts";

/**
 * What a verb needs, for a request to the API. `route`: the one that asks, for what it takes of a token.
 * @throws WaybillError `not_signed_in`, `account_closed`, `token_ended`, `scope_missing`, `session_needed`
 */
export async function apiContext(request: Request, route: RouteName): Promise<Context> {
  const actor = await getActor(request.headers);
  allowRoute(actor, route);
  return contextOf(actor, request.headers);
}

/** What a verb needs when nobody is signed in: Waybill itself acts, for the sender of the request. */
export function openContext(request: Request): Context {
  return contextOf(SYSTEM, request.headers);
}

/**
 * What a verb needs, for a page; once per request. Sends people who are not signed in to the sign-in page and back, and
 * so whoever sends an API token: its scopes are asked for by routes alone.
 */
export const pageContext: () => Promise<Context> = cache(async () => {
  const asked = await headers();
  const actor = await findActor(asked);
  if (actor?.via === "session") return contextOf(actor, asked);
  const back = returnTo(asked.get("x-waybill-path"));
  redirect(back === "/" ? "/sign-in" : `/sign-in?returnTo=${encodeURIComponent(back)}`);
});

/** What a verb needs, for whoever was found to act, and from where: the audit has who and where from here. */
export function contextOf(found: Actor, asked: Headers): Context {
  const { db, changes, env, log, checkManifest } = root();
  const actor: Actor = { ...found, address: peerOf(asked) };
  return makeContext({
    db,
    changes,
    env,
    checkManifest,
    actor,
    log: log.child({ actor: actor.id, via: actor.via }),
  });
}
