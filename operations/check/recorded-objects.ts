import { compareVersions } from "../../core/check/compare-versions.ts";
import type { CheckStorage } from "../../core/check/ports.ts";
import { WaybillError } from "../../core/errors.ts";
import {
  forgetFiles,
  forgetVersions,
  type InventoryObject,
  listContentPaths,
  listInventory,
  listInventoryOf,
  lockInventoryObject,
} from "../../prisma/store/check/stored.ts";
import { writeEvent } from "../../prisma/store/event.ts";
import { countChanges } from "../../prisma/store/object/read.ts";
import type { Context } from "../context.ts";
import { counted, type Fix, type Found, inPages, type Look } from "./look.ts";
import { getStorage, StoredFacts, versionSubject } from "./object-facts.ts";

const PATHS = 1_000;
const MOST_SHOWN = 20;
const BUSY = "A job is writing this object. Repair it when that job has ended.";

/**
 * Goes through the inventory and finds versions and files that are not in storage. Rows are read before storage, since
 * a version is stored before it is recorded. Objects in a storage that is not configured are counted and otherwise
 * ignored.
 */
export async function* findInInventory(look: Look): AsyncGenerator<Found> {
  const { ctx, ports } = look;
  const known = new Map<string, CheckStorage>();
  for await (const object of inPages(look, (page) => listInventory(ctx.db, page))) {
    if (!ports.storages.some(({ target }) => target === object.storage)) {
      counted(look, "objects of a storage without settings", 1);
      continue;
    }
    const storage = known.get(object.storage) ?? (await getStorage(look, object.storage));
    known.set(object.storage, storage);
    counted(look, "recorded objects", 1);
    yield* compare(look, object, storage);
  }
}

async function* compare(look: Look, object: InventoryObject, storage: CheckStorage): AsyncGenerator<Found> {
  const { ark, versions } = object;
  const root = storage.rootOf(ark);
  const head = await headOf(storage, root, ark);
  // an object whose inventory cannot be read is damaged, not missing
  if (head === undefined) return;
  const facts: StoredFacts = { storage: storage.target, ark, root };
  const { missing } = compareVersions(head, versions);
  for (const version of missing) {
    const note =
      head === 0 ? "Storage has no such object." : `Storage holds the object up to version ${head}.`;
    yield {
      kind: "missing_version",
      subject: versionSubject(ark, version),
      facts: { ...facts, version, note },
    };
  }
  if (head === 0 || missing.length > 0) return;
  const gone = await missingPaths(look.ctx, object.id, await storage.paths(root));
  if (gone.length > 0)
    yield {
      kind: "missing_file",
      subject: ark,
      facts: { ...facts, files: gone.length, paths: gone.slice(0, MOST_SHOWN) },
    };
}

/** The newest version in storage; 0: no such object; undefined: there is something that cannot be read. */
async function headOf(storage: CheckStorage, root: string, ark: string): Promise<number | undefined> {
  const held = await storage.findObject(root);
  if (held) return held.id === ark ? held.head : undefined;
  return (await storage.paths(root)).size === 0 ? 0 : undefined;
}

async function missingPaths(
  { db }: Context,
  objectId: string,
  present: ReadonlySet<string>,
): Promise<readonly string[]> {
  const gone: string[] = [];
  for (let after = ""; ; ) {
    const paths = await listContentPaths(db, objectId, { after, limit: PATHS });
    gone.push(...paths.filter((path) => !present.has(path)));
    const last = paths.at(-1);
    if (last === undefined || paths.length < PATHS) return gone;
    after = last;
  }
}

/** Removes versions from the inventory that are not in storage. Errors: `object_busy`; those of `getStorage` */
export async function forgetMissingVersions(fix: Fix): Promise<string | undefined> {
  const { ctx, facts, by } = fix;
  const { storage: target, ark } = StoredFacts.parse(facts);
  const storage = await getStorage(fix, target);
  const reason = "Storage does not hold this version. The inventory was set to what it holds.";
  return ctx.db.transact(async (tx) => {
    const object = await lockInventoryObject(tx, ark);
    if (!object) return undefined;
    if (object.isMoving) throw new WaybillError("object_busy", BUSY);
    const head = await headOf(storage, storage.rootOf(ark), ark);
    if (head === undefined || compareVersions(head, object.versions).missing.length === 0) return undefined;
    // if the storage went away meanwhile, nothing counts as missing
    await getStorage(fix, target);
    await forgetVersions(tx, object.id, head, { by, reason });
    return head === 0
      ? "The inventory has no version of this object any more."
      : `The inventory now ends with version ${head}.`;
  });
}

/** Removes files from the inventory whose bytes are gone. Errors: `object_busy`; those of `getStorage` */
export async function forgetMissingFiles(fix: Fix): Promise<string | undefined> {
  const { ctx, facts, by } = fix;
  const { storage: target, ark } = StoredFacts.parse(facts);
  const storage = await getStorage(fix, target);
  const [object] = await listInventoryOf(ctx.db, [ark]);
  if (!object) return undefined;
  if (object.isMoving) throw new WaybillError("object_busy", BUSY);
  const gone = await missingPaths(ctx, object.id, await storage.paths(storage.rootOf(ark)));
  if (gone.length === 0) return undefined;
  await getStorage(fix, target);
  const sentence = `${gone.length} content ${gone.length === 1 ? "file was" : "files were"} removed from the inventory.`;
  await ctx.db.transact(async (tx) => {
    for (let start = 0; start < gone.length; start += PATHS)
      await forgetFiles(tx, object.id, gone.slice(start, start + PATHS));
    await countChanges(tx, { objectId: object.id, from: 1, all: true });
    const details = { object: object.id, files: gone.length, paths: gone.slice(0, MOST_SHOWN) };
    await writeEvent(tx, { kind: "object.files-missing", actor: by, reason: sentence, details });
  });
  return sentence;
}
