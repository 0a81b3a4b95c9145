import { type Origin, readOrigin } from "../../core/check/origin.ts";
import type { HeldVersion } from "../../core/check/ports.ts";
import { WaybillError } from "../../core/errors.ts";
import type { Sql } from "../../prisma/sql.ts";
import {
  claimForStorer,
  findHome,
  findStorer,
  listInventoryOf,
  lockInventoryObject,
  recordStored,
  type Storer,
} from "../../prisma/store/check/stored.ts";
import { writeEvent } from "../../prisma/store/event.ts";
import { moveJob } from "../../prisma/store/job/move.ts";
import { countChanges } from "../../prisma/store/object/read.ts";
import { recordObjectFiles } from "../../prisma/store/object/record.ts";
import type { Stored } from "../stage/stored.ts";
import type { Fix } from "./look.ts";
import { getStorage, StoredFacts } from "./object-facts.ts";
import { type ReadVersion, readStored } from "./read-stored.ts";

const CHUNK = 2_000;

/**
 * A version that is in storage but not in the inventory. `read`: its contents; undefined when its own job records it.
 */
type Unrecorded = {
  readonly fix: Fix;
  readonly facts: StoredFacts & { readonly version: number };
  readonly held: HeldVersion;
  readonly origin: Origin;
  readonly storer: Storer | undefined;
  readonly mayResume: boolean;
  readonly read: ReadVersion | undefined;
};

/**
 * Enters a stored version into the inventory. If a failed job stored it and it is the newest, that job is resumed at
 * Recording; if the job does not know that it stored it, or its files' sizes are lost, the version is recorded first,
 * after all its bytes have been read and compared. Any other version is recorded without touching a job. Errors:
 * `object_busy`, `storage_verify_failed`, `unknown_collection` (nothing says whose it is); those of `getStorage`
 */
export async function recordUnrecorded(fix: Fix): Promise<string | undefined> {
  const unrecorded = await lookAgain(fix);
  if (!unrecorded) return undefined;
  const { origin, facts } = unrecorded;
  const done = await fix.ctx.db.transact((tx) => record(tx, unrecorded));
  if (done === "recorded") return `Version ${facts.version} was recorded from storage.`;
  if (done === undefined) return undefined;
  fix.ctx.changes.note({ job: origin.jobId, batch: origin.batchId, due: true });
  return `Job ${origin.jobId}, which stored it, was resumed at Recording.`;
}

async function lookAgain(fix: Fix): Promise<Unrecorded | undefined> {
  const { ctx } = fix;
  const given = StoredFacts.parse(fix.facts);
  const { ark, root, version = 0 } = given;
  const storage = await getStorage(fix, given.storage);
  const object = await storage.findObject(root);
  const held = await storage.findVersion(root, version);
  if (!held || object?.id !== ark || object.head < version) return undefined;
  const told = readOrigin(object.messages[version - 1] ?? "");
  const storer = told && (await findStorer(ctx.db, told.jobId, fix.graceMs));
  const [row] = await listInventoryOf(ctx.db, [ark]);
  const mayResume = storer?.state === "Failed" && object.head === version;
  const isKnown = mayResume && storer.hasStep && storer.hasSizes && row !== undefined;
  return {
    fix,
    facts: { ...given, version },
    held,
    origin: told ?? { batchId: "", jobId: `jid-${ctx.uuid()}` },
    storer,
    mayResume,
    read: isKnown ? undefined : await readStored(storage, root, held),
  };
}

async function record(tx: Sql, unrecorded: Unrecorded): Promise<"resumed" | "recorded" | undefined> {
  const { fix, facts, storer, mayResume, read } = unrecorded;
  const { ark, version } = facts;
  const object = await lockInventoryObject(tx, ark);
  if (object?.isMoving)
    throw new WaybillError("object_busy", "A job is writing this object. Repair it when that job has ended.");
  if (object?.versions.includes(version)) return undefined;
  if (object && object.versions.length > 0 && object.storage !== facts.storage)
    throw new WaybillError(
      "storage_failed",
      `The inventory keeps this object in the storage ${object.storage}; this is a second one. An operator must look into it.`,
    );
  const stored = read && (await recordRead(tx, unrecorded, { read, objectId: object?.id }));
  const isLast = (object?.versions ?? []).every((each) => each < version);
  if (!mayResume || !isLast || !storer) return stored && "recorded";
  await claimForStorer(tx, { jobId: storer.jobId, ark, stored: stored ?? {} });
  await moveJob(tx, {
    jobId: storer.jobId,
    from: "Failed",
    to: "Recording",
    by: "person",
    actor: fix.by,
    requeue: true,
    reason: "A check found the version it had stored.",
  });
  return "resumed";
}

type Reading = { readonly read: ReadVersion; readonly objectId: string | undefined };

/** Enters a version and its files. @returns what the job that stored it would have saved */
async function recordRead(tx: Sql, unrecorded: Unrecorded, { read, objectId }: Reading): Promise<Stored> {
  const { fix, facts, held, origin, storer } = unrecorded;
  const home = await findHome(tx, { batchId: origin.batchId, membership: read.membership });
  if (!home) {
    const asked = JSON.stringify(read.membership);
    throw new WaybillError(
      "unknown_collection",
      `It is unknown which collection this object belongs to: there is no batch ${origin.batchId || "of its job"} and no collection ${asked}. Create the collection, then repair it.`,
    );
  }
  const versionId = fix.ctx.uuid();
  const { ark, root, storage, version } = facts;
  const described = {
    who: storer?.creator ?? read.who,
    what: storer?.title ?? read.what,
    when: storer?.date ?? read.when,
  };
  const sums = { fileCount: read.files.length, sizeBytes: read.sizeBytes };
  const place = { ark, storage, root, version, inventorySha256: held.inventorySha256, ...sums, ...described };
  const created = new Date(held.created);
  const id = await recordStored(tx, {
    ...place,
    ...origin,
    versionId,
    objectId: objectId ?? storer?.objectId ?? fix.ctx.uuid(),
    owner: read.owner || home.owner,
    collectionId: home.collectionId,
    submitter: held.user || (storer?.submitter ?? ""),
    created: Number.isNaN(created.getTime()) ? fix.ctx.now() : created,
    localIds: storer?.localIds ?? read.localIds,
  });
  for (let start = 0; start < read.files.length; start += CHUNK)
    await recordObjectFiles(tx, versionId, read.files.slice(start, start + CHUNK));
  await countChanges(tx, { objectId: id, from: version });
  const details = { object: id, version };
  await writeEvent(tx, {
    kind: "object.version-recorded",
    ...(storer && origin),
    actor: fix.by,
    reason: `Version ${version} of ${ark} was recorded from storage.`,
    details,
  });
  return { ...place, objectId: id, system: [] };
}
