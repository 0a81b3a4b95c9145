import "server-only";
import { randomUUID } from "node:crypto";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import { returnTo } from "../../core/access/return-to.ts";
import type { Actor } from "../../core/access/roles.ts";
import type { Context } from "../../operations/context.ts";
import { root } from "./root.ts";
import { findActor, notSignedIn } from "./session.ts";

/**
 * What a verb needs, for a request to the API.
 * @throws QueueError `not_signed_in`
 */
export async function apiContext(request: Request): Promise<Context> {
  const actor = await findActor(request.headers);
  if (!actor) throw notSignedIn();
  return contextOf(actor);
}

/** What a verb needs, for a page; once per request. Sends people who are not signed in to the sign-in page and back. */
export const pageContext: () => Promise<Context> = cache(async () => {
  const asked = await headers();
  const actor = await findActor(asked);
  if (actor) return contextOf(actor);
  const back = returnTo(asked.get("x-waybill-path"));
  redirect(back === "/" ? "/sign-in" : `/sign-in?returnTo=${encodeURIComponent(back)}`);
});

/** What a verb needs, for whoever was found to act. */
export function contextOf(actor: Actor): Context {
  const { db, changes, env, log, checkManifest } = root();
  return {
    db,
    changes,
    env,
    checkManifest,
    actor,
    now: () => new Date(),
    uuid: randomUUID,
    log: log.child({ actor: actor.id, via: actor.via }),
  };
}
