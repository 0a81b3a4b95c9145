import { randomUUID } from "node:crypto";
import type { Actor } from "../core/access/roles.ts";
import type { CheckManifest } from "../core/manifest/check-manifest.ts";
import type { Env } from "../lib/env.ts";
import type { Log } from "../lib/log.ts";
import type { Changes } from "../prisma/changes.ts";
import type { Db } from "../prisma/client.ts";

/** What every verb gets: the database, the actor, the clock, and the channel for changes. */
export type Context = {
  readonly db: Db;
  readonly actor: Actor;
  readonly now: () => Date;
  readonly uuid: () => string;
  readonly changes: Changes;
  readonly env: Env;
  readonly log: Log;
  /** Checks a manifest without blocking the process. */
  readonly checkManifest: CheckManifest;
};

/** Waybill itself, for what workers do on their own. */
export const SYSTEM: Actor = { id: "waybill", name: "Waybill", role: "admin", via: "system", grants: [] };

/** What a process supplies; without `actor`, Waybill itself acts. */
type Parts = Omit<Context, "actor" | "now" | "uuid"> & { readonly actor?: Actor };

/** The context of a process's verbs: its parts, its machine's clock, and random ids. */
export function makeContext(parts: Parts): Context {
  return { actor: SYSTEM, ...parts, now: () => new Date(), uuid: randomUUID };
}
