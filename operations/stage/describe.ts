import { dcField, readDeposit } from "../../core/contracts/deposit.ts";
import { readAlgorithm } from "../../core/digest/algorithms.ts";
import { maskUrl } from "../../core/manifest/mask-url.ts";
import { DC_ELEMENTS, readDcField } from "../../core/metadata/dublin-core.ts";
import type { ObjectFacts } from "../../core/metadata/facts.ts";
import { type StorageManifestRow, storageManifest } from "../../core/metadata/storage-manifest.ts";
import { STORAGE_MANIFEST_PATH, SYSTEM_FOLDER, systemFiles } from "../../core/metadata/system-files.ts";
import { publicUrl } from "../../lib/env.ts";
import type { JobRecord } from "../../prisma/store/job/load.ts";
import type { Identified } from "./identify.ts";
import type { StageInput } from "./stage.ts";
import { producerPath, type Stored } from "./stored.ts";

/** The steps that worked on an object by the time it is described. */
const HANDLERS = ["estimate/1", "provision/1", "download/1", "identify/1", "describe/1"] as const;

/** A file of Waybill's own, written and measured. */
export type SystemEntry = Stored["system"][number] & { readonly source: string };

/** Writes the files that describe the object, then the storage manifest over all of them, into the job's folder. */
export async function describeObject(input: StageInput, identified: Identified): Promise<SystemEntry[]> {
  const { working } = input.ports;
  const entries: SystemEntry[] = [];
  const write = async (path: string, mediaType: string, lines: Iterable<string> | AsyncIterable<string>) => {
    const source = working.ownFileOf(input.job.id, path.slice(SYSTEM_FOLDER.length + 1));
    entries.push({ path, mediaType, source, ...(await working.writeLines(source, lines)) });
  };
  for (const file of systemFiles(factsOf(input, identified)))
    await write(file.path, file.mediaType, [file.text]);
  await write(STORAGE_MANIFEST_PATH, "text/plain", storageManifest(allFiles(input, [...entries])));
  return entries;
}

async function* allFiles(
  input: StageInput,
  system: readonly SystemEntry[],
): AsyncGenerator<StorageManifestRow> {
  for await (const { name, url, size, sha256, mediaType } of input.files.settled()) {
    if (size === null || sha256 === null) continue;
    yield {
      url: url === null ? "" : maskUrl(url),
      path: producerPath(name),
      sha256,
      sizeBytes: size,
      mediaType: mediaType ?? undefined,
    };
  }
  for (const { path, sha256, size, mediaType } of system)
    yield { url: "", path, sha256, sizeBytes: size, mediaType };
}

function factsOf({ ctx, job, settings }: StageInput, { ark, arkOrigin }: Identified): ObjectFacts {
  const deposit = readDeposit(job.deposit);
  const algorithm = readAlgorithm(job.digestType ?? "");
  return {
    ark,
    arkOrigin,
    localIds: job.localIds,
    who: job.creator ?? undefined,
    what: job.title ?? undefined,
    when: job.date ?? undefined,
    dublinCore: Object.fromEntries(
      DC_ELEMENTS.map((element) => [element, readDcField(element, deposit[dcField(element)] ?? "")]),
    ),
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
    storageService: settings.storageTarget,
    storageNode: settings.storageTarget,
    notification: deposit.notification === undefined ? settings.notify : [deposit.notification],
    digest: algorithm && job.digestValue ? { algorithm, value: job.digestValue } : undefined,
    note: deposit.note,
    checks: checksOf(job),
    handlers: HANDLERS,
  };
}

/** What had been checked by the time an object is described; a check that fails never gets here. */
function checksOf({ payload, digestValue }: JobRecord): ObjectFacts["checks"] {
  return {
    ...(digestValue !== null && { packageIntegrity: "valid" }),
    ...(payload === "container" && { containerValidity: "valid" }),
    ...(payload === "manifest" && { manifestValidity: "valid", manifestIntegrity: "valid" }),
  };
}
