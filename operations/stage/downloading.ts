import { readAlgorithm } from "../../core/digest/algorithms.ts";
import { WaybillError } from "../../core/errors.ts";
import { forEachBounded } from "../../lib/for-each-bounded.ts";
import type { FileRecord, FileResult } from "../../prisma/store/file.ts";
import type { MovePart } from "../../prisma/store/job/part.ts";
import { correctSpace } from "../../prisma/store/space.ts";
import { Arrivals } from "./arrivals.ts";
import { bringContainer } from "./bring-container.ts";
import { fileAddress } from "./file-address.ts";
import { type Brought, FileResults, failed, verified } from "./file-results.ts";
import { judgeFile } from "./judge-file.ts";
import { listManifest, makeFolder } from "./list-manifest.ts";
import { needOfFiles } from "./need-of-files.ts";
import { type NoSpace, takeSpace } from "./provisioning.ts";
import type { Stage, StageInput } from "./stage.ts";
import { forgetVanished } from "./vanished.ts";

/**
 * Fetches every file of the job into its folder and verifies it, several at once. Files verified earlier are not
 * fetched again. A failed file does not stop the others, so that one run reports everything that is wrong.
 */
export const downloading: Stage<"Downloading"> = async (input) => {
  const { ctx, ports, job, fence } = input;
  if (job.spaceReserved === 0n) {
    const wait = await takeSpace(input);
    if (wait) return wait;
  }
  const brought = await bringForMove(input);
  if ("kind" in brought) return brought;
  const bytes = await bytesOfFew(input);
  if (!isAsReserved(job, bytes)) await correctSpace(ctx.db, job.id, fence, bytes);
  await ports.faultPoint("Downloading:effect");
  return { kind: "advance", to: "Processing", parts: brought.parts };
};

/** What the files take, unless there are many or they came in a container. */
async function bytesOfFew({ job, files }: StageInput): Promise<bigint | undefined> {
  const few = job.payload === "container" ? undefined : await files.few();
  return few && needOfFiles(job.payload, few);
}

/** Whether that is exactly the space their job asked for. */
function isAsReserved({ spaceNeeded, spaceReserved }: StageInput["job"], bytes: bigint | undefined): boolean {
  return spaceNeeded === bytes && spaceReserved === (bytes > 0n ? bytes : 1n);
}

/**
 * Fetches what is not yet in the job's folder, including verified files that have vanished. Returns a wait when there
 * is no room. Errors: those of the content family, when the source does not have these bytes (any more).
 */
export async function bringAll(input: StageInput): Promise<NoSpace | undefined> {
  const brought = await bringForMove(input, false);
  return "kind" in brought ? brought : undefined;
}

/** The same, but what can be is left to be written with the job's move; not so that of many files, which is added up. */
async function bringForMove(
  input: StageInput,
  withMove = true,
): Promise<NoSpace | { readonly parts: readonly MovePart[] }> {
  await makeFolder(input);
  await forgetVanished(input);
  if (input.job.payload === "container") return (await bringContainer(input)) ?? { parts: [] };
  const results = await bringFiles(input);
  const isLeft = withMove && (await input.files.few()) !== undefined;
  const parts = isLeft ? await results.flushWithMove() : [];
  await results.flush();
  results.throwIfFailed();
  return { parts };
}

/** Fetches them, and has recorded them or is about to. */
async function bringFiles(input: StageInput): Promise<FileResults> {
  await listManifest(input);
  const results = new FileResults(input);
  const files = results.stopWhenTooManyFailed(input.files.unverified());
  const arrivals = new Arrivals(input);
  try {
    await forEachBounded(files, input.ctx.env.FILES_PER_JOB, async (file) => {
      const brought = await bring(input, file, arrivals);
      arrivals.forget(file.ordinal);
      await results.add(file, brought);
    });
  } catch (error) {
    await arrivals.stop();
    await results.flush();
    throw error;
  }
  await arrivals.stop();
  return results;
}

async function bring(input: StageInput, file: FileRecord, arrivals: Arrivals): Promise<Brought> {
  try {
    const address = fileAddress(input, file);
    const onBytes = arrivals.of(file.ordinal);
    return {
      result: address === null ? await adopt(input, file) : await fetchFile(input, file, address, onBytes),
    };
  } catch (error) {
    input.signal.throwIfAborted();
    if (!(error instanceof WaybillError)) throw error;
    return { result: failed(file, error.tries ?? 1, error.code, error.message), fault: error };
  }
}

async function fetchFile(
  input: StageInput,
  file: FileRecord,
  url: string,
  onBytes: (receivedBytes: number) => void,
): Promise<FileResult> {
  const { ports, job, settings, signal } = input;
  const to = await ports.working.fileOf(job.id, file.ordinal);
  const algorithm = readAlgorithm(file.digestType ?? "");
  const got = await ports.source.fetch({
    url,
    to,
    ...(file.declaredSize !== null && { declaredSize: Number(file.declaredSize) }),
    ...(algorithm && file.digestValue && { declaredDigest: { algorithm, value: file.digestValue } }),
    maxBytes: ports.quotaBytes,
    rules: { privateSources: settings.privateSources, hosts: settings.sourceHosts },
    onBytes,
    signal,
  });
  return verified(file, got.size, got.sha256, await judgeFile(input, file, to), got.attempts);
}

/** A file that came with the deposit: hard-links it, and reads the bytes once to verify that they are intact. */
async function adopt(input: StageInput, file: FileRecord): Promise<FileResult> {
  const { ports, job } = input;
  const damaged = new WaybillError(
    "payload_damaged",
    "The deposited file is damaged or gone from working storage. Deposit it again.",
  );
  if (job.batchPayloadPath === null) throw damaged;
  const to = await ports.working.fileOf(job.id, file.ordinal);
  await ports.working.adopt(job.batchPayloadPath, to);
  const found = await ports.working.measure(to);
  if (!found || found.sha256 !== job.batchPayloadSha256) throw damaged;
  return verified(file, found.size, found.sha256, await judgeFile(input, file, to), 1);
}
