import { QueueError } from "../../core/errors.ts";
import type { Tx } from "../../prisma/client.ts";
import { type NewObjectFile, recordObjectFiles } from "../../prisma/store/object/record-files.ts";
import { recordVersion } from "../../prisma/store/object/record-version.ts";
import { findStep } from "../../prisma/store/step/find.ts";
import { eachFile } from "./each-file.ts";
import type { Stage, StageInput } from "./stage.ts";
import { producerPath, STORE_STEP, Stored } from "./stored.ts";

const CHUNK = 2000;
/** 360,000 files take some ten seconds. */
const RECORD_MS = 180_000;

/** Enters the stored version and its files into the inventory tables, as a whole or not at all. */
export const recording: Stage<"Recording"> = async (input) => {
  const { ctx, ports, job } = input;
  const stored = Stored.parse(await findStep(ctx.db, job.id, STORE_STEP));
  const held = await ports.objects.find(stored.ark, stored.version);
  if (!held)
    throw new QueueError(
      "storage_failed",
      `Version ${stored.version} of ${stored.ark} is no longer in storage.`,
    );
  await ctx.db.$transaction((tx) => record(tx, input, stored, held.contentPathOf), {
    timeout: RECORD_MS,
    maxWait: RECORD_MS,
  });
  await ports.faultPoint("Recording:effect");
  return { kind: "advance", to: "Notify" };
};

async function record(
  tx: Tx,
  input: StageInput,
  stored: Stored,
  contentPathOf: (sha256: string) => string,
): Promise<void> {
  const { ctx, job, fence } = input;
  const versionId = await recordVersion(tx, {
    ...stored,
    versionId: ctx.uuid(),
    jobId: job.id,
    batchId: job.batchId,
    fence,
    submitter: job.submitter,
  });
  if (versionId === undefined) throw new QueueError("lease_lost", `The lease on ${job.id} is lost.`);
  let chunk: NewObjectFile[] = [];
  let ordinal = 0;
  const add = async (file: Omit<NewObjectFile, "ordinal" | "contentPath">) => {
    ordinal += 1;
    chunk.push({ ...file, ordinal, contentPath: contentPathOf(file.sha256) });
    if (chunk.length >= CHUNK) await flush();
  };
  const flush = async () => {
    const files = chunk;
    chunk = [];
    await recordObjectFiles(tx, versionId, files);
  };
  for await (const { name, size, sha256, mediaType } of eachFile(input, "all")) {
    if (size !== null && sha256 !== null)
      await add({ path: producerPath(name), size: Number(size), sha256, mediaType });
  }
  for (const file of stored.system) await add(file);
  await flush();
}
