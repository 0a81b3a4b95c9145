import { originMessage } from "../../core/check/origin.ts";
import { type ErrorCode, WaybillError } from "../../core/errors.ts";
import type { ObjectStore, StoreFile } from "../../core/storage/ports.ts";
import { mintFor } from "../identifier/mint-for.ts";
import { describeObject, type SystemEntry } from "./describe.ts";
import { bringAll } from "./downloading.ts";
import { type Identified, identify } from "./identify.ts";
import { prepareVersion } from "./prepare-version.ts";
import { readMetadata } from "./read-metadata.ts";
import type { Outcome, Stage, StageInput } from "./stage.ts";
import { orWaitForStorage } from "./storage-wait.ts";
import { isSmall, type Stored } from "./stored.ts";
import { forgetVanished, hasUnverified } from "./vanished.ts";
import { type Base, versionFiles } from "./version-files.ts";
import { waitBehindEarlier, waitBehindHolder } from "./wait-behind.ts";

/**
 * How often storing a version is tried when the storage gives nonsensical errors: one that went away and came back
 * unnoticed may report a missing file. A put is safe to repeat; if it keeps failing, the storage is at fault.
 */
const MOST_TRIES = 3;
/** Errors that say nothing about the job's files. */
const KEEPS: readonly ErrorCode[] = ["storage_away", "storage_unavailable", "lease_lost", "stale_state"];

/** Gives the object its identifier, describes it, and stores it as a new version, once. */
export const processing: Stage<"Processing"> = async (input) => {
  // already stored before a crash or a resume
  if (input.job.stored !== null) return { kind: "advance", to: "Recording" };
  return orWaitForStorage(() => storeOrBringAgain(input));
};

/**
 * If a verified file has vanished from the job's folder, the storage is not at fault: the missing files are fetched
 * again, and the version is built again. Checked only after an error, so a good run costs nothing.
 */
async function storeOrBringAgain(
  input: StageInput,
  triesLeft = MOST_TRIES - 1,
): Promise<Outcome<"Processing">> {
  try {
    return await store(input);
  } catch (error) {
    const { ctx, signal } = input;
    signal.throwIfAborted();
    if (error instanceof WaybillError && KEEPS.includes(error.code)) throw error;
    const vanished = await forgetVanished(input);
    if (vanished === 0 && !(await hasUnverified(input))) {
      const mayPass = error instanceof WaybillError && error.code === "storage_failed" && triesLeft > 0;
      if (!mayPass) throw error;
      ctx.log.warn({ job: input.job.id, err: error }, "storing the version failed; trying again");
      return storeOrBringAgain(input, triesLeft - 1);
    }
    const wait = await bringAll(input);
    const why = "Files were missing from the job's folder and have been fetched again.";
    return wait ?? { kind: "wait", code: "files_vanished", why, againInMs: 1 };
  }
}

async function store(given: StageInput): Promise<Outcome<"Processing">> {
  const { ports, job, fence } = given;
  const { input, metadata } = await readMetadata(given);
  const behind = await waitBehindEarlier(input, "with space");
  if (behind) return behind;
  const waiting = await mintFor(input);
  if (waiting) return waiting;
  const identified = await identify(input);
  if (!identified) return waitBehindHolder(input);
  await ports.faultPoint("Processing:identified");
  const objects = ports.objects.of(identified.storage);
  const version = await freeVersion(objects, identified);
  const prepared = await prepareVersion(input, metadata, identified);
  const system = await describeObject(prepared.input, identified, prepared.version);
  const { base, embargoUntil } = prepared.version;
  const tally = { files: 0, bytes: 0 };
  const put = await objects.put({
    id: identified.ark,
    version,
    // the same whenever this stage is repeated, so that the inventory stays the same
    created: job.stateAt,
    message: originMessage({ batchId: job.batchId, jobId: job.id }),
    user: { name: job.submitter },
    // listed again each time they are asked for
    files: { [Symbol.asyncIterator]: () => counted(storeFiles(input, base, system), tally) },
    signal: input.signal,
    mayPlace: () => ports.steps.markPlacing({ jobId: job.id, fence, version }),
  });
  await ports.faultPoint("Processing:effect");
  const { creator, title, date } = prepared.input.job;
  const stored: Stored = {
    objectId: identified.objectId,
    ark: identified.ark,
    version: put.version,
    storage: identified.storage,
    root: put.root,
    inventorySha256: put.inventorySha256,
    fileCount: tally.files,
    sizeBytes: tally.bytes,
    who: creator,
    what: title,
    when: date,
    ...(embargoUntil !== undefined && { embargoUntil: embargoUntil?.toISOString() ?? null }),
    ...(base && { base: { version: base.version, deletions: [...base.deletions] } }),
    system: system.map(({ path, size, sha256, mediaType }) => ({ path, size, sha256, mediaType })),
  };
  const placed = { version: put, isPublic: identified.isPublic, isSmall: isSmall(stored) };
  return { kind: "advance", to: "Recording", stored, placed, isShort: placed.isSmall };
}

/** The next version number; skips a version that a deleted job stored without recording it. */
async function freeVersion(objects: ObjectStore, { ark, version, perhaps }: Identified): Promise<number> {
  return perhaps >= version && (await objects.find(ark, perhaps)) ? perhaps + 1 : version;
}

async function* storeFiles(
  input: StageInput,
  base: Base | undefined,
  system: readonly SystemEntry[],
): AsyncGenerator<StoreFile> {
  const { working } = input.ports;
  for await (const { ordinal, path, size, sha256 } of versionFiles(input, base)) {
    yield ordinal === null
      ? { path, sha256, size }
      : { path, source: working.pathOf(input.job.id, ordinal), sha256, size };
  }
  for (const { path, source, sha256, size } of system) yield { path, source, sha256, size };
}

async function* counted(
  files: AsyncIterable<StoreFile>,
  tally: { files: number; bytes: number },
): AsyncGenerator<StoreFile> {
  tally.files = 0;
  tally.bytes = 0;
  for await (const file of files) {
    tally.files += 1;
    tally.bytes += file.size;
    yield file;
  }
}
