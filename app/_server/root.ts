import "server-only";
import { randomUUID } from "node:crypto";
import path from "node:path";
import { openManifestChecks } from "../../adapters/manifest/check-apart.ts";
import { openPrometheus } from "../../adapters/metrics/prometheus.ts";
import { csv } from "../../adapters/report/csv.ts";
import { folderPlace } from "../../adapters/root/folder-place.ts";
import { rootsOf, storeRoots } from "../../adapters/root/store-roots.ts";
import { openObjectStores } from "../../adapters/storage/object-stores.ts";
import type { CheckManifest } from "../../core/manifest/check-manifest.ts";
import type { MetricsWriter } from "../../core/metrics/ports.ts";
import type { CsvWriter, StorageRoot } from "../../core/ports.ts";
import type { ObjectStores } from "../../core/storage/object-stores.ts";
import { databasePatience } from "../../lib/database-patience.ts";
import { type Env, env, isBuilt } from "../../lib/env.ts";
import type { Log } from "../../lib/log.ts";
import { webLog } from "../../lib/web-log.ts";
import { guardRoot } from "../../operations/root/guard.ts";
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
  /** The root of working storage, for uploads. */
  readonly working: StorageRoot;
  readonly checkManifest: CheckManifest;
  readonly csv: CsvWriter;
  readonly metrics: MetricsWriter;
  /** All storage roots. */
  readonly roots: readonly StorageRoot[];
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
  const folders = {
    root: path.resolve(/*turbopackIgnore: true*/ settings.OBJECT_STORAGE, "ocfl"),
    staging: path.resolve(/*turbopackIgnore: true*/ settings.OBJECT_STORAGE, "staging"),
  };
  const guarded = { db, uuid: randomUUID };
  const roots = storeRoots(settings, folders.root, (place) => guardRoot(guarded, place));
  const objects = openObjectStores(settings, folders, roots);
  const working = guardRoot(
    guarded,
    folderPlace("working", path.resolve(/*turbopackIgnore: true*/ settings.WORKING_STORAGE)),
  );
  const changes = new Changes(db, (error) => log.warn({ err: error }, "changes.not_announced"));
  const checkManifest = openManifestChecks({ fromSources: !isBuilt() });
  const all = [working, ...rootsOf(objects.roots)];
  const metrics = openPrometheus();
  return { env: settings, log, db, changes, objects, working, checkManifest, csv, metrics, roots: all };
}
