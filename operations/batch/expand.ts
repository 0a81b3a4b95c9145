import { createHash } from "node:crypto";
import { readDeposit, type StoredDeposit } from "../../core/contracts/deposit.ts";
import type { ProfileSettings } from "../../core/contracts/profile.ts";
import { type Problem, WaybillError } from "../../core/errors.ts";
import { readArk } from "../../core/identifier/ark.ts";
import { chooseLocalIds, readLocalIds } from "../../core/identifier/local-ids.ts";
import { jobId } from "../../core/ids.ts";
import { priorityOf } from "../../core/job/priority.ts";
import { isManifestKind, type ManifestKind, ROW_PAYLOAD } from "../../core/manifest/kinds.ts";
import { readManifest } from "../../core/manifest/read-manifest.ts";
import type { ManifestRow } from "../../core/manifest/row.ts";
import type { WorkingFiles } from "../../core/ports.ts";
import { insertFailedJob, insertJobs, markExpanded, type NewJob } from "../../prisma/store/batch/expand.ts";
import type { BatchRecord } from "../../prisma/store/batch/load.ts";
import type { Context } from "../context.ts";
import { payloadOwner, sealAddress } from "../sealed-address.ts";
import { manifestFault } from "./check-payload.ts";

const CHUNK = 500;

export type Expanding = {
  readonly ctx: Context;
  readonly working: WorkingFiles;
  readonly batch: BatchRecord;
  readonly settings: ProfileSettings;
  readonly fence: bigint;
  readonly signal: AbortSignal;
  readonly faultPoint: (name: string) => Promise<void>;
};

/**
 * Makes a batch's jobs from its payload: one for a file, a container or an object manifest, one per row for the others. The payload
 * is read twice, so that a manifest with problems makes no job at all; rows made before a crash are not made again.
 * An object manifest that cannot be trusted becomes a job that is Failed from birth.
 * @throws WaybillError `manifest_invalid`, `payload_damaged`: the batch itself cannot be read
 */
export async function expandBatch(expanding: Expanding): Promise<void> {
  const { ctx, batch, fence, faultPoint } = expanding;
  const { kind } = batch;
  await faultPoint("Expanding:before");
  if (kind === "ManifestOfManifests" || kind === "ManifestOfFiles" || kind === "ManifestOfContainers") {
    await expandRows(expanding, kind);
  } else {
    await expandOne(expanding);
  }
  await faultPoint("Expanding:made");
  await markExpanded(ctx.db, batch.id, fence);
  await faultPoint("Expanding:recorded");
}

async function expandOne(expanding: Expanding): Promise<void> {
  const { ctx, batch } = expanding;
  const job = onlyJob(expanding);
  const fault = isManifestKind(batch.kind) ? await checkTrust(expanding, batch.kind) : undefined;
  await expanding.faultPoint("Expanding:judged");
  if (fault)
    await insertFailedJob(ctx.db, ownerOf(expanding), job, {
      code: fault.code,
      message: fault.message,
      problems: fault.problems,
    });
  else await insertJobs(ctx.db, ownerOf(expanding), [job]);
}

async function expandRows(expanding: Expanding, kind: keyof typeof ROW_PAYLOAD): Promise<void> {
  const { ctx, batch, signal, faultPoint } = expanding;
  const { rows, fault } = await readTwice(expanding, kind);
  await faultPoint("Expanding:judged");
  if (fault) throw fault;
  const priority = priorityOf(rows, expanding.settings.priority);
  const fields = readDeposit(batch.deposit);
  let chunk: NewJob[] = [];
  let ordinal = 0;
  const flush = async () => {
    if (chunk.length > 0) await insertJobs(ctx.db, ownerOf(expanding), chunk);
    chunk = [];
    await faultPoint("Expanding:chunk");
    signal.throwIfAborted();
  };
  let odd: Problem[] = [];
  for await (const item of readManifest(kind, payloadOf(expanding), manifestOptions(ctx))) {
    if (item.kind === "warning") odd.push(item.problem);
    if (item.kind !== "row") continue;
    ordinal += 1;
    chunk.push(
      jobOfRow(ctx, item.row, {
        id: jobId(ctx.uuid()),
        ordinal,
        priority,
        payload: ROW_PAYLOAD[kind],
        fields,
        warnings: odd,
        line: item.row.line,
      }),
    );
    odd = [];
    if (chunk.length >= CHUNK) await flush();
  }
  await flush();
  ctx.changes.note({ batch: batch.id, due: ["job"] });
}

type RowFacts = Pick<NewJob, "id" | "ordinal" | "priority" | "payload" | "warnings" | "line"> & {
  readonly fields: StoredDeposit;
};

/** A row's own identifiers win over the form's; the form's creator, title and date fill what the row leaves out. */
function jobOfRow({ env }: Context, row: ManifestRow, { fields, ...job }: RowFacts): NewJob {
  const localIds = chooseLocalIds({
    form: readLocalIds(fields.localIdentifier ?? ""),
    row: row.localIdentifiers ?? [],
    erc: [],
  });
  const { clear, sealed } = sealAddress(env, payloadOwner(job), row.url);
  return {
    ...job,
    payloadUrl: clear,
    payloadSealed: sealed,
    payloadSize: row.sizeBytes ?? null,
    filename: row.name,
    digestType: row.digest?.algorithm ?? null,
    digestValue: row.digest?.value ?? null,
    mediaType: null,
    localIds,
    suppliedArk: row.primaryIdentifier === undefined ? null : readArk(row.primaryIdentifier),
    creator: row.creator ?? fields.creator ?? null,
    title: row.title ?? fields.title ?? null,
    date: row.date ?? fields.date ?? null,
  };
}

function onlyJob({ ctx, batch, settings }: Expanding): NewJob {
  const fields = readDeposit(batch.deposit);
  return {
    id: jobId(ctx.uuid()),
    ordinal: 1,
    payload: isManifestKind(batch.kind) ? "manifest" : batch.kind === "Container" ? "container" : "file",
    payloadUrl: null,
    payloadSealed: null,
    payloadSize: Number(batch.payloadSize),
    filename: batch.payloadFilename,
    digestType: batch.digestType,
    digestValue: batch.digestValue,
    mediaType: null,
    priority: priorityOf(1, settings.priority),
    localIds: readLocalIds(fields.localIdentifier ?? ""),
    suppliedArk: fields.primaryIdentifier ?? null,
    creator: fields.creator ?? null,
    title: fields.title ?? null,
    date: fields.date ?? null,
    warnings: [],
    line: null,
  };
}

/** Why an object manifest cannot be trusted; undefined when it can. */
async function checkTrust(expanding: Expanding, kind: ManifestKind): Promise<WaybillError | undefined> {
  return (await readTwice(expanding, kind)).fault;
}

/** Reads the payload once, to check its digest and find everything wrong with it. */
async function readTwice(
  expanding: Expanding,
  kind: ManifestKind,
): Promise<{ rows: number; fault: WaybillError | undefined }> {
  const { ctx, batch } = expanding;
  const hash = createHash("sha256");
  const verdict = await ctx
    .checkManifest(kind, hashed(payloadOf(expanding), hash), manifestOptions(ctx))
    .catch((error: unknown) => {
      if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
      throw error;
    });
  if (!verdict || hash.digest("hex") !== batch.payloadSha256) {
    return {
      rows: 0,
      fault: new WaybillError(
        "payload_damaged",
        "The deposited file is damaged or gone from working storage. Deposit it again.",
      ),
    };
  }
  const { rows, problems } = verdict.summary;
  return { rows, fault: problems > 0 ? manifestFault(problems, verdict.problems) : undefined };
}

async function* hashed(
  chunks: AsyncIterable<Uint8Array>,
  hash: ReturnType<typeof createHash>,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    hash.update(chunk);
    yield chunk;
  }
}

function payloadOf({ batch, working }: Expanding): AsyncIterable<Uint8Array> {
  if (batch.payloadPath === null)
    throw new WaybillError(
      "payload_damaged",
      "The deposited file is gone from working storage. Deposit it again.",
    );
  return working.payload(batch.payloadPath);
}

function manifestOptions(ctx: Context) {
  return { fileUrls: ctx.env.SOURCE_FILE_ROOTS.length > 0 };
}

function ownerOf({ batch, fence }: Expanding) {
  return { batchId: batch.id, fence, submitter: batch.submitter, update: batch.update };
}
