import { randomUUID } from "node:crypto";
import type { Actor } from "../core/access/roles.ts";
import type { CheckManifest } from "../core/manifest/check-manifest.ts";
import type { Env } from "../lib/env.ts";
import type { Log } from "../lib/log.ts";
import type { Changes } from "../prisma/changes.ts";
import type { Db } from "../prisma/client.ts";

/** What every verb is given: the database, who acts, the clock, and where changes are announced. */
export type Context = {
  readonly db: Db;
  readonly actor: Actor;
  readonly now: () => Date;
  readonly uuid: () => string;
  readonly changes: Changes;
  readonly env: Env;
  readonly log: Log;
  /** Checks a manifest without keeping the process from anything else. */
  readonly checkManifest: CheckManifest;
};

/** Waybill itself, for what workers do on their own. */
export const SYSTEM: Actor = { id: "waybill", name: "Waybill", role: "admin", via: "system", grants: [] };

/** What a process has of its own; `actor` left out: Waybill itself. */
type Parts = Omit<Context, "actor" | "now" | "uuid"> & { readonly actor?: Actor };

/** What a process's verbs run with: its parts, the clock of its machine, ids made at random. */
export function makeContext(parts: Parts): Context {
  return { actor: SYSTEM, ...parts, now: () => new Date(), uuid: randomUUID };
}
