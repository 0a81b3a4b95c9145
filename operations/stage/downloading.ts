import { readAlgorithm } from "../../core/digest/algorithms.ts";
import { type Problem, QueueError } from "../../core/errors.ts";
import type { FileRecord } from "../../prisma/store/file/list.ts";
import { type FileResult, recordFiles } from "../../prisma/store/file/verify.ts";
import { correctSpace } from "../../prisma/store/space/correct.ts";
import { inParallel } from "./in-parallel.ts";
import { listManifest, makeFolder } from "./list-manifest.ts";
import { takeSpace } from "./provisioning.ts";
import type { Stage, StageInput } from "./stage.ts";

const CHUNK = 200;
/** After this many files have failed the rest is not tried: the source is likely down as a whole. */
const MOST_FAILED = 10;

/**
 * Brings every file of the job into its folder and checks it, several at once. Files verified before are not fetched
 * again; a file that fails does not stop the others, so that one run tells everything that is wrong.
 */
export const downloading: Stage<"Downloading"> = async (input) => {
  const { ctx, ports, job, fence } = input;
  if (job.spaceReserved === 0n) {
    const wait = await takeSpace(input);
    if (wait) return wait;
  }
  await listManifest(input);
  await makeFolder(input);
  const results = new Results(input);
  const files = results.stopWhenTooManyFailed(input.files.unverified());
  try {
    await inParallel(files, ctx.env.FILES_PER_JOB, async (file) => results.add(await bring(input, file)));
  } finally {
    await results.flush();
  }
  results.throwIfFailed();
  await correctSpace(ctx.db, job.id, fence);
  await ports.faultPoint("Downloading:effect");
  return { kind: "advance", to: "Processing" };
};

/** A file's row to be written, and the error behind it when it failed. */
type Brought = { readonly result: FileResult; readonly fault?: QueueError };

async function bring(input: StageInput, file: FileRecord): Promise<Brought> {
  try {
    return { result: file.url === null ? await adopt(input, file) : await fetchFile(input, file, file.url) };
  } catch (error) {
    input.signal.throwIfAborted();
    if (!(error instanceof QueueError)) throw error;
    const attempts = error.entry.family === "content" ? input.ctx.env.SOURCE_TRIES : 1;
    const { code: errorCode, message: errorMessage } = error;
    return {
      result: {
        ordinal: file.ordinal,
        size: null,
        sha256: null,
        mediaType: null,
        attempts,
        errorCode,
        errorMessage,
      },
      fault: error,
    };
  }
}

async function fetchFile(
  { ports, job, settings, signal }: StageInput,
  file: FileRecord,
  url: string,
): Promise<FileResult> {
  const to = await ports.working.fileOf(job.id, file.ordinal);
  const algorithm = readAlgorithm(file.digestType ?? "");
  const got = await ports.source.fetch({
    url,
    to,
    ...(file.declaredSize !== null && { declaredSize: Number(file.declaredSize) }),
    ...(algorithm && file.digestValue && { declaredDigest: { algorithm, value: file.digestValue } }),
    maxBytes: ports.quotaBytes,
    rules: { privateSources: settings.privateSources, hosts: settings.sourceHosts },
    signal,
  });
  const mediaType = file.mediaType ?? (await ports.mediaTypes.identify(to, file.name));
  return verified(file, got.size, got.sha256, mediaType, got.attempts);
}

/** A file that came with the deposit: a second name for its bytes, which are read once to see that they are still right. */
async function adopt({ ports, job }: StageInput, file: FileRecord): Promise<FileResult> {
  const damaged = new QueueError(
    "payload_damaged",
    "The deposited file is damaged or gone from working storage. Deposit it again.",
  );
  if (job.batchPayloadPath === null) throw damaged;
  const to = await ports.working.fileOf(job.id, file.ordinal);
  await ports.working.adopt(job.batchPayloadPath, to);
  const found = await ports.working.measure(to);
  if (!found || found.sha256 !== job.batchPayloadSha256) throw damaged;
  return verified(file, found.size, found.sha256, await ports.mediaTypes.identify(to, file.name), 1);
}

function verified(
  file: FileRecord,
  size: number,
  sha256: string,
  mediaType: string,
  attempts: number,
): FileResult {
  return { ordinal: file.ordinal, size, sha256, mediaType, attempts, errorCode: null, errorMessage: null };
}

/** Collects results, writes them in chunks, and knows what failed. */
class Results {
  readonly #input: StageInput;
  #waiting: FileResult[] = [];
  readonly #failed: { readonly ordinal: number; readonly fault: QueueError }[] = [];

  constructor(input: StageInput) {
    this.#input = input;
  }

  async add({ result, fault }: Brought): Promise<void> {
    this.#waiting.push(result);
    if (fault) this.#failed.push({ ordinal: result.ordinal, fault });
    if (this.#waiting.length >= CHUNK) await this.flush();
  }

  async flush(): Promise<void> {
    const { ctx, job, fence } = this.#input;
    const results = this.#waiting;
    this.#waiting = [];
    await recordFiles(ctx.db, job.id, fence, results);
    if (results.length > 0) ctx.changes.note({ batch: job.batchId, job: job.id });
  }

  async *stopWhenTooManyFailed(files: AsyncIterable<FileRecord>): AsyncGenerator<FileRecord> {
    for await (const file of files) {
      if (this.#failed.length >= MOST_FAILED) return;
      yield file;
    }
  }

  /** @throws QueueError with the code of the first failed file and one problem per failed file */
  throwIfFailed(): void {
    const failed = this.#failed.sort((a, b) => a.ordinal - b.ordinal);
    const [first] = failed;
    if (!first) return;
    const problems: Problem[] = failed.map(({ fault }) => ({
      line: 0,
      code: fault.code,
      message: fault.message,
    }));
    const more =
      failed.length === 1
        ? ""
        : ` ${failed.length - 1} more ${failed.length === 2 ? "file" : "files"} failed too.`;
    throw new QueueError(first.fault.code, `${first.fault.message}${more}`, { problems });
  }
}
