import { readAlgorithm } from "../../core/digest/algorithms.ts";
import { WaybillError } from "../../core/errors.ts";
import { readManifest } from "../../core/manifest/read-manifest.ts";
import type { ManifestRow } from "../../core/manifest/row.ts";
import type { Sql } from "../../prisma/sql.ts";
import { insertFiles, type NewFile } from "../../prisma/store/file.ts";
import { setWorkingDirectory } from "../../prisma/store/job/folders.ts";
import type { WarningStep } from "../../prisma/store/step.ts";
import { findStep, keepStep } from "../../prisma/store/step.ts";
import { manifestFault } from "../batch/check-payload.ts";
import { fileOwner, sealAddress } from "../sealed-address.ts";
import { payloadAddress } from "./payload-address.ts";
import type { StageInput } from "./stage.ts";

const STEP = "list-files" satisfies WarningStep;
const CHUNK = 2000;
/** The name of a fetched manifest in the job's folder. */
const MANIFEST_FILE = "manifest.checkm";

/**
 * Turns an object manifest into the job's file rows, once and all at once, so that a manifest that later changes at its
 * source does not mix with the first one. The manifest is the deposit itself, or is fetched first.
 * @throws WaybillError of the content family: it cannot be fetched, or `manifest_invalid` with every line's problems
 */
export async function listManifest(input: StageInput): Promise<void> {
  const { ctx, job, fence } = input;
  if (job.payload !== "manifest" || (await findStep(ctx.db, job.id, STEP))) return;
  await makeFolder(input);
  const open = await openManifest(input);
  const options = { fileUrls: ctx.env.SOURCE_FILE_ROOTS.length > 0 };
  const verdict = await ctx.checkManifest("ObjectManifest", open(), options);
  if (verdict.summary.problems > 0) throw manifestFault(verdict.summary.problems, verdict.problems);
  // not Prisma's own: it would keep the values of its last hundred statements, which are the rows themselves
  await ctx.db.transact(async (tx) => {
    const files = await insertRows(tx, input, readManifest("ObjectManifest", open(), options));
    const { warnings } = verdict;
    await keepStep(tx, job.id, fence, STEP, { files, warnings, warningCount: verdict.summary.warnings });
  });
  input.files.changed();
}

async function insertRows(
  tx: Sql,
  { ctx, job, fence, signal }: StageInput,
  items: ReturnType<typeof readManifest>,
): Promise<number> {
  let chunk: NewFile[] = [];
  let ordinal = 0;
  for await (const item of items) {
    if (item.kind !== "row") continue;
    ordinal += 1;
    const { clear, sealed } = sealAddress(ctx.env, fileOwner(job.id, ordinal), item.row.url);
    chunk.push({ ...fileOfRow(item.row, ordinal), url: clear, urlSealed: sealed });
    if (chunk.length < CHUNK) continue;
    await insertFiles(tx, job.id, fence, chunk);
    chunk = [];
    signal.throwIfAborted();
  }
  if (chunk.length > 0) await insertFiles(tx, job.id, fence, chunk);
  return ordinal;
}

/** Creates the job's folder, and records it before anything is written into it. */
export async function makeFolder({ ctx, ports, job, fence }: StageInput): Promise<void> {
  await ports.working.prepare(job.id);
  const folder = ports.working.folderOf(job.id);
  if (job.workingDirectory !== folder) await setWorkingDirectory(ctx.db, job.id, fence, folder);
}

async function openManifest(input: StageInput): Promise<() => AsyncIterable<Uint8Array>> {
  const { ports, job, settings, signal } = input;
  const { working } = ports;
  const address = payloadAddress(input);
  if (address === null) {
    const path = job.batchPayloadPath;
    if (path === null)
      throw new WaybillError(
        "payload_damaged",
        "The deposited manifest is gone from working storage. Deposit it again.",
      );
    return () => working.payload(path);
  }
  const to = working.ownFileOf(job.id, MANIFEST_FILE);
  const algorithm = readAlgorithm(job.digestType ?? "");
  await ports.source.fetch({
    url: address,
    to,
    ...(algorithm && job.digestValue && { declaredDigest: { algorithm, value: job.digestValue } }),
    maxBytes: ports.quotaBytes,
    rules: { privateSources: settings.privateSources, hosts: settings.sourceHosts },
    signal,
  });
  return () => working.read(to);
}

function fileOfRow(row: ManifestRow, ordinal: number): Omit<NewFile, "url" | "urlSealed"> {
  return {
    ordinal,
    line: row.line,
    name: row.name,
    digestType: row.digest?.algorithm ?? null,
    digestValue: row.digest?.value ?? null,
    declaredSize: row.sizeBytes ?? null,
    declaredMediaType: row.mimeType ?? null,
  };
}
