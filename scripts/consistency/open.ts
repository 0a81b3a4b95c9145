import { randomUUID } from "node:crypto";
import os from "node:os";
import path from "node:path";
import { openCheckFolders } from "../../adapters/check/folders.ts";
import { openCheckStorages } from "../../adapters/check/storages.ts";
import { openManifestChecks } from "../../adapters/manifest/check-apart.ts";
import { folderPlace } from "../../adapters/root/folder-place.ts";
import { rootsOf, storeRoots } from "../../adapters/root/store-roots.ts";
import { openObjectStores } from "../../adapters/storage/object-stores.ts";
import { openWorkingFiles } from "../../adapters/working/folders.ts";
import type { RootPlace } from "../../core/ports.ts";
import { databasePatience } from "../../lib/database-patience.ts";
import type { Env } from "../../lib/env.ts";
import { createLog } from "../../lib/log.ts";
import type { CheckPorts } from "../../operations/check/look.ts";
import { type Context, makeContext, SYSTEM } from "../../operations/context.ts";
import { guardRoot } from "../../operations/root/guard.ts";
import { Changes } from "../../prisma/changes.ts";
import { connect } from "../../prisma/client.ts";

const CONNECTIONS = 3;

/** What a check outside of a worker runs with. `owner` holds its lease and stands in the audit. */
export type CheckTools = {
  readonly ctx: Context;
  readonly ports: CheckPorts;
  readonly owner: string;
  close(): Promise<void>;
};

/** Opens database and storages by the settings of this process. */
export function openCheckTools(env: Env): CheckTools {
  const log = createLog("warn", "check");
  const db = connect(env.DATABASE_URL, { max: CONNECTIONS, name: "check", ...databasePatience(env) });
  const owner = `${os.userInfo().username} on ${os.hostname()}`;
  const objectRoot = path.resolve(env.OBJECT_STORAGE);
  const folders = { root: path.join(objectRoot, "ocfl"), staging: path.join(objectRoot, "staging") };
  const guard = (place: RootPlace) => guardRoot({ db, uuid: randomUUID }, place);
  const objects = openObjectStores(env, folders, storeRoots(env, folders.root, guard));
  const workingFolder = path.resolve(env.WORKING_STORAGE);
  const working = openWorkingFiles(workingFolder, guard(folderPlace("working", workingFolder)));
  const changes = new Changes(db, (error) => log.warn({ err: error }, "changes could not be published"));
  return {
    ctx: makeContext({
      db,
      actor: { ...SYSTEM, id: "command-line", name: owner },
      changes,
      env,
      log,
      checkManifest: openManifestChecks({ fromSources: true }),
    }),
    ports: {
      folders: openCheckFolders(workingFolder, working.root),
      storages: openCheckStorages(objects, folders),
      working,
      roots: [working.root, ...rootsOf(objects.roots)],
    },
    owner,
    async close() {
      await changes.flush();
      objects.close();
      await db.$disconnect();
    },
  };
}
