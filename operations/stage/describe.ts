import { readDeposit } from "../../core/contracts/deposit.ts";
import { readAlgorithm } from "../../core/digest/algorithms.ts";
import { maskUrl } from "../../core/manifest/mask-url.ts";
import { DELETE_LIST } from "../../core/metadata/delete-list.ts";
import type { ObjectFacts } from "../../core/metadata/facts.ts";
import { type StorageManifestRow, storageManifest } from "../../core/metadata/storage-manifest.ts";
import { STORAGE_MANIFEST_PATH, SYSTEM_FOLDER, systemFiles } from "../../core/metadata/system-files.ts";
import type { FileSource } from "../../core/storage/ports.ts";
import { publicUrl } from "../../lib/env.ts";
import type { JobRecord } from "../../prisma/store/job/load.ts";
import type { Identified } from "./identify.ts";
import type { Version } from "./prepare-version.ts";
import type { StageInput } from "./stage.ts";
import type { Stored } from "./stored.ts";
import { versionFiles } from "./version-files.ts";

/** The steps an object has been through when it is described. */
const HANDLERS = ["estimate/1", "provision/1", "download/1", "identify/1", "describe/1"] as const;

/** A system file with its bytes, or the file they are in, and their digest. */
export type SystemEntry = Stored["system"][number] & { readonly source: FileSource };

/** Makes the files that describe the object, then the storage manifest over all of them. */
export async function describeObject(
  input: StageInput,
  identified: Identified,
  version: Version,
): Promise<SystemEntry[]> {
  const { working } = input.ports;
  const entries: SystemEntry[] = [];
  const write = async (path: string, mediaType: string, lines: Iterable<string> | AsyncIterable<string>) => {
    const file = working.ownFileOf(input.job.id, path.slice(SYSTEM_FOLDER.length + 1));
    entries.push({ path, mediaType, ...(await working.keepLines(file, lines)) });
  };
  for (const file of systemFiles(factsOf(input, identified, version)))
    await write(file.path, file.mediaType, [file.text]);
  const deleted = await deleteListOf(input, version);
  if (deleted) entries.push(deleted);
  await write(STORAGE_MANIFEST_PATH, "text/plain", storageManifest(allFiles(input, version, [...entries])));
  return entries;
}

/** An update's list of deletions is kept unchanged among the system files. */
async function deleteListOf(
  { ports, job }: StageInput,
  { deleteList }: Version,
): Promise<SystemEntry | undefined> {
  if (!deleteList || deleteList.size === null || deleteList.sha256 === null) return undefined;
  return {
    path: `${SYSTEM_FOLDER}/${DELETE_LIST}`,
    mediaType: "text/plain",
    source: ports.working.pathOf(job.id, deleteList.ordinal),
    size: Number(deleteList.size),
    sha256: deleteList.sha256,
  };
}

async function* allFiles(
  input: StageInput,
  { base }: Version,
  system: readonly SystemEntry[],
): AsyncGenerator<StorageManifestRow> {
  for await (const { path, url, size, sha256, mediaType } of versionFiles(input, base)) {
    yield {
      url: url === null ? "" : maskUrl(url),
      path,
      sha256,
      sizeBytes: size,
      mediaType: mediaType ?? undefined,
    };
  }
  for (const { path, sha256, size, mediaType } of system)
    yield { url: "", path, sha256, sizeBytes: size, mediaType };
}

function factsOf(
  { ctx, job, settings }: StageInput,
  { ark, arkOrigin, storage }: Identified,
  { localIds, dublinCore }: Version,
): ObjectFacts {
  const deposit = readDeposit(job.deposit);
  const algorithm = readAlgorithm(job.digestType ?? "");
  return {
    ark,
    arkOrigin,
    localIds,
    who: job.creator ?? undefined,
    what: job.title ?? undefined,
    when: job.date ?? undefined,
    dublinCore,
    owner: settings.owner,
    collections: [settings.collectionArk ?? job.collection],
    object: { type: "MRT-curatorial", role: "MRT-content" },
    ingestService: publicUrl(ctx.env),
    submissionDate: job.batchCreatedAt,
    batchId: job.batchId,
    jobId: job.id,
    submitter: job.submitter,
    fileName: job.filename,
    payload: job.payload,
    profile: `${job.collection} version ${job.profileVersion}`,
    storageService: storage,
    storageNode: storage,
    notification: deposit.notification === undefined ? settings.notify : [deposit.notification],
    digest: algorithm && job.digestValue ? { algorithm, value: job.digestValue } : undefined,
    note: deposit.note,
    checks: checksOf(job),
    handlers: HANDLERS,
  };
}

/** The checks passed by the time an object is described; a job that failed one never gets here. */
function checksOf({ payload, digestValue }: JobRecord): ObjectFacts["checks"] {
  return {
    ...(digestValue !== null && { packageIntegrity: "valid" }),
    ...(payload === "container" && { containerValidity: "valid" }),
    ...(payload === "manifest" && { manifestValidity: "valid", manifestIntegrity: "valid" }),
  };
}
