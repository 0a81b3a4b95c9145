import type { StoreFile } from "../../core/ports.ts";
import { mintFor } from "../identifier/mint-for.ts";
import { describeObject, type SystemEntry } from "./describe.ts";
import { identify } from "./identify.ts";
import type { Outcome, Stage, StageInput } from "./stage.ts";
import { producerPath, type Stored } from "./stored.ts";

const BUSY: Outcome<"Processing"> = {
  kind: "wait",
  code: "object_busy",
  why: "Another job is writing this object. This one goes on when it has ended.",
};

/** Gives the object its identifier, describes it, and stores it as a new version, once. */
export const processing: Stage<"Processing"> = async (input) => {
  const { ports, job } = input;
  // stored before a crash or a resume: once is enough
  if (job.stored !== null) return { kind: "advance", to: "Recording" };
  const waiting = await mintFor(input);
  if (waiting) return waiting;
  const identified = await identify(input);
  if (!identified) return BUSY;
  await ports.faultPoint("Processing:identified");
  const system = await describeObject(input, identified);
  const tally = { files: 0, bytes: 0 };
  const put = await ports.objects.put({
    id: identified.ark,
    version: identified.version,
    // the same on every repeat of this stage, so that a repeat makes the same inventory
    created: job.stateAt,
    message: `Deposit ${job.batchId}, job ${job.id}`,
    user: { name: job.submitter },
    files: counted(storeFiles(input, system), tally),
    signal: input.signal,
  });
  await ports.faultPoint("Processing:effect");
  const stored: Stored = {
    objectId: identified.objectId,
    ark: identified.ark,
    version: put.version,
    root: put.root,
    inventorySha256: put.inventorySha256,
    fileCount: tally.files,
    sizeBytes: tally.bytes,
    who: job.creator,
    what: job.title,
    when: job.date,
    system: system.map(({ path, size, sha256, mediaType }) => ({ path, size, sha256, mediaType })),
  };
  return { kind: "advance", to: "Recording", stored };
};

async function* storeFiles(input: StageInput, system: readonly SystemEntry[]): AsyncGenerator<StoreFile> {
  const { working } = input.ports;
  for await (const { ordinal, name, size, sha256 } of input.files.settled()) {
    if (size === null || sha256 === null) continue;
    yield {
      path: producerPath(name),
      source: await working.fileOf(input.job.id, ordinal),
      sha256,
      size: Number(size),
    };
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
