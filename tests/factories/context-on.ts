import { openManifestChecks } from "../../adapters/manifest/check-apart.ts";
import type { Actor } from "../../core/access/roles.ts";
import type { Env } from "../../lib/env.ts";
import { createLog } from "../../lib/log.ts";
import { type Context, makeContext } from "../../operations/context.ts";
import { Changes } from "../../prisma/changes.ts";
import type { Db } from "../../prisma/client.ts";

/** A context beside an installation that is tried or measured: it logs nothing, and what it cannot announce is lost. */
export function contextOn(db: Db, env: Env, actor?: Actor): Context {
  return makeContext({
    db,
    env,
    ...(actor && { actor }),
    changes: new Changes(db, () => undefined),
    log: createLog("silent", "test"),
    checkManifest: openManifestChecks({ fromSources: true }),
  });
}
