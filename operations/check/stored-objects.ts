import { compareVersions } from "../../core/check/compare-versions.ts";
import { readOrigin } from "../../core/check/origin.ts";
import type { CheckStorage, HeldObjectFacts } from "../../core/check/ports.ts";
import { hasEnded } from "../../core/job/states.ts";
import {
  findStorer,
  hasObjectsIn,
  type InventoryObject,
  listInventoryOf,
  listMovingArks,
} from "../../prisma/store/check/stored.ts";
import { counted, type Found, inGroups, type Look } from "./look.ts";
import { getStorage, type StoredFacts, versionSubject } from "./object-facts.ts";

const GROUP = 100;
const MOST_FAULTS = 50;

/**
 * Walks every storage and finds versions that are not in the inventory, objects without an OCFL inventory and, in a
 * deep check, every fault of an object. Storage is read before the rows, so anything recorded meanwhile counts.
 */
export async function* findInStorage(look: Look): AsyncGenerator<Found> {
  for (const storage of look.ports.storages) {
    if (!(await storage.isThere())) {
      if (await hasObjectsIn(look.ctx.db, storage.target)) await getStorage(look, storage.target);
      continue;
    }
    for await (const group of inGroups(heldObjects(storage), GROUP)) {
      counted(look, "stored objects", group.length);
      const arks = group.flatMap(({ held }) => (held ? [held.id] : []));
      const rows = await listInventoryOf(look.ctx.db, arks);
      const byArk = new Map(rows.map((row) => [row.ark, row]));
      for (const { root, held } of group)
        yield* compare(look, { storage, root, held, row: byArk.get(held?.id ?? "") });
    }
  }
}

type Place = { readonly root: string; readonly held: HeldObjectFacts | undefined };

async function* heldObjects(storage: CheckStorage): AsyncGenerator<Place> {
  for await (const root of storage.roots()) yield { root, held: await storage.findObject(root) };
}

type Compared = Place & { readonly storage: CheckStorage; readonly row: InventoryObject | undefined };

async function* compare(look: Look, compared: Compared): AsyncGenerator<Found> {
  const { storage, root, held, row } = compared;
  // what a job is writing now is checked after the job has ended
  if (row?.isMoving) return;
  if (!held) {
    yield* unreadable(look, compared);
    return;
  }
  const facts: StoredFacts = { storage: storage.target, ark: held.id, root };
  const { unrecorded } = compareVersions(held.head, row?.versions ?? []);
  for (const version of unrecorded) {
    const origin = readOrigin(held.messages[version - 1] ?? "");
    const storer = origin && (await findStorer(look.ctx.db, origin.jobId, look.graceMs));
    if (storer && (!hasEnded(storer.state) || storer.isRecent)) continue;
    const note = !storer
      ? "No job of this installation has stored it."
      : `Job ${storer.jobId} has stored it and is ${storer.state}.`;
    yield {
      kind: "unrecorded_version",
      subject: versionSubject(held.id, version),
      facts: { ...facts, version, note },
    };
  }
  if (look.isDeep) yield* faults(look, compared, held.id);
}

/** In storage without renames an object has its declaration before its inventory, so a put under way is left alone. */
async function* unreadable(look: Look, { storage, root }: Compared): AsyncGenerator<Found> {
  const moving = await listMovingArks(look.ctx.db);
  if (moving.some((ark) => storage.rootOf(ark) === root)) return;
  // it may have been finished or removed between the two reads
  if ((await storage.findObject(root)) !== undefined || (await storage.paths(root)).size === 0) return;
  const note =
    "It has no inventory that can be read. A put that failed may have left it; resuming its job ends it.";
  yield {
    kind: "damaged_object",
    subject: root,
    facts: { storage: storage.target, ark: "", root, note },
  };
}

async function* faults(look: Look, { storage, root }: Compared, ark: string): AsyncGenerator<Found> {
  const found = await storage.faults(root);
  counted(look, "objects read", 1);
  if (found.length === 0) return;
  const [now] = await listInventoryOf(look.ctx.db, [ark]);
  if (now?.isMoving) return;
  const shown = found.slice(0, MOST_FAULTS).map(({ code, path, message }) => `${code} ${path} ${message}`);
  const note = `${found.length} ${found.length === 1 ? "rule is" : "rules are"} broken.`;
  yield {
    kind: "damaged_object",
    subject: ark,
    facts: { storage: storage.target, ark, root, note, faults: shown },
  };
}
