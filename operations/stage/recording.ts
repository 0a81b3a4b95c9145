import { WaybillError } from "../../core/errors.ts";
import type { StoredVersion } from "../../core/storage/ports.ts";
import type { Sql } from "../../prisma/sql.ts";
import type { MovePart } from "../../prisma/store/job/part.ts";
import { countChanges } from "../../prisma/store/object/read.ts";
import {
  type NewObjectFile,
  type NewVersion,
  recordObjectFiles,
  recordVersion,
  versionPart,
} from "../../prisma/store/object/record.ts";
import { publish } from "../identifier/publish.ts";
import type { Stage, StageInput } from "./stage.ts";
import { orWaitForStorage } from "./storage-wait.ts";
import { Stored } from "./stored.ts";
import { versionFiles } from "./version-files.ts";

const CHUNK = 2000;

/**
 * Makes the object's ARK public, then enters the stored version and its files into the inventory tables, all or
 * nothing, together with the move.
 */
export const recording: Stage<"Recording"> = async (input) => {
  const { ports, placed } = input;
  const stored = Stored.parse(input.job.stored);
  const held =
    placed?.version ??
    (await orWaitForStorage(() => ports.objects.of(stored.storage).find(stored.ark, stored.version)));
  if (held && "kind" in held) return held;
  if (!held)
    throw new WaybillError(
      "storage_failed",
      `Version ${stored.version} of ${stored.ark} is no longer in storage.`,
    );
  if (!placed?.isPublic) {
    // nobody is told of an object before it is known to be stored
    await input.written();
    const waiting = await publish(input, stored);
    if (waiting) return waiting;
  }
  if (placed?.isSmall && stored.version === 1) {
    const part = await smallPart(input, stored, held.contentPathOf);
    await ports.faultPoint("Recording:effect");
    return { kind: "advance", to: "Notify", isShort: true, parts: [part] };
  }
  return {
    kind: "advance",
    to: "Notify",
    isShort: placed?.isSmall ?? false,
    also: async (tx) => {
      await record(tx, input, stored, held.contentPathOf);
      await ports.faultPoint("Recording:effect");
    },
  };
};

/** The first version of a small object is recorded by the statement that moves the job. */
async function smallPart(input: StageInput, stored: Stored, contentPathOf: ContentPathOf): Promise<MovePart> {
  const files: NewObjectFile[] = [];
  for await (const file of objectFiles(input, stored, contentPathOf)) files.push(file);
  return versionPart(newVersion(input, stored), files);
}

type ContentPathOf = StoredVersion["contentPathOf"];

/** The version's files, the depositor's first. `sql`: as for `versionFiles`. */
async function* objectFiles(
  input: StageInput,
  stored: Stored,
  contentPathOf: ContentPathOf,
  sql?: Sql,
): AsyncGenerator<NewObjectFile> {
  let ordinal = 0;
  const next = ({ path, size, sha256, mediaType }: Omit<NewObjectFile, "ordinal" | "contentPath">) => {
    ordinal += 1;
    return { path, size, sha256, mediaType, ordinal, contentPath: contentPathOf(sha256) };
  };
  const base = stored.base && { ...stored.base, objectId: stored.objectId };
  for await (const file of versionFiles(input, base, sql)) yield next(file);
  for (const file of stored.system) yield next(file);
}

function newVersion({ ctx, job, fence, placed, settings }: StageInput, stored: Stored): NewVersion {
  return {
    ...stored,
    copies: settings.copies,
    versionId: ctx.uuid(),
    jobId: job.id,
    batchId: job.batchId,
    fence,
    submitter: job.submitter,
    isLast: placed?.isSmall ?? false,
  };
}

async function record(
  tx: Sql,
  input: StageInput,
  stored: Stored,
  contentPathOf: ContentPathOf,
): Promise<void> {
  const { job } = input;
  const versionId = await recordVersion(tx, newVersion(input, stored));
  if (versionId === undefined) throw new WaybillError("lease_lost", `The lease on ${job.id} is lost.`);
  let chunk: NewObjectFile[] = [];
  for await (const file of objectFiles(input, stored, contentPathOf, tx)) {
    chunk.push(file);
    if (chunk.length < CHUNK) continue;
    await recordObjectFiles(tx, versionId, chunk);
    chunk = [];
  }
  await recordObjectFiles(tx, versionId, chunk);
  // a first version has no predecessor: all its files are new
  if (stored.version > 1) await countChanges(tx, { objectId: stored.objectId, from: stored.version });
}
