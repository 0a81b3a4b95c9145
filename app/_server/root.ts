import "server-only";
import path from "node:path";
import { openObjectStores } from "../../adapters/storage/object-stores.ts";
import type { ObjectStores } from "../../core/storage/object-stores.ts";
import { databasePatience } from "../../lib/database-patience.ts";
import { type Env, env } from "../../lib/env.ts";
import type { Log } from "../../lib/log.ts";
import { webLog } from "../../lib/web-log.ts";
import { Changes } from "../../prisma/changes.ts";
import { connect, type Db } from "../../prisma/client.ts";

/** What the web process has once. */
export type Root = {
  readonly env: Env;
  readonly log: Log;
  readonly db: Db;
  readonly changes: Changes;
  /** Preservation storage, for reading. */
  readonly objects: ObjectStores;
};

/** On globalThis, since Next puts the same file into several bundles. */
const held = globalThis as typeof globalThis & { waybillRoot?: Root };

/** The web process's root, made at the first request, so that a build needs no database. */
export function root(): Root {
  held.waybillRoot ??= open();
  return held.waybillRoot;
}

function open(): Root {
  const [settings, log] = [env(), webLog()];
  const db = connect(settings.DATABASE_URL, {
    max: settings.DATABASE_CONNECTIONS,
    name: "web",
    ...databasePatience(settings),
  });
  const objects = openObjectStores(settings, {
    root: path.resolve(/*turbopackIgnore: true*/ settings.OBJECT_STORAGE, "ocfl"),
    staging: path.resolve(/*turbopackIgnore: true*/ settings.OBJECT_STORAGE, "staging"),
  });
  const changes = new Changes(db, (error) => log.warn({ err: error }, "changes.not_announced"));
  return { env: settings, log, db, changes, objects };
}
