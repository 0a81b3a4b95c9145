import type { UnpackedFile } from "../../core/container/ports.ts";
import { CONTAINER_PROBLEMS, describeEntryProblem } from "../../core/container/problems.ts";
import { WaybillError } from "../../core/errors.ts";
import { forEachBounded } from "../../lib/for-each-bounded.ts";
import type { FileRecord } from "../../prisma/store/file.ts";
import { type Brought, FileResults, failed, verified } from "./file-results.ts";
import { judgeFile } from "./judge-file.ts";
import type { StageInput } from "./stage.ts";

/**
 * Extracts the files of a container that are not yet in the job's folder, in order, recording each as it is verified,
 * so that an interrupted run continues where it stopped. A damaged file does not stop the others.
 * @throws WaybillError of the content family with one problem per file
 */
export async function unpackContainer(input: StageInput, path: string): Promise<void> {
  const { ctx, ports, job, signal } = input;
  const waiting = input.files.unverified();
  const taken = new Map<number, FileRecord>();
  let next = await waiting.next();
  const targetOf = async (number: number) => {
    if (next.done || next.value.ordinal !== number) return undefined;
    taken.set(number, next.value);
    next = await waiting.next();
    return ports.working.fileOf(job.id, number);
  };
  const results = new FileResults(input);
  const unpacked = ports.containers.unpack({ path, targetOf, mostBytes: ports.quotaBytes, signal });
  try {
    await forEachBounded(unpacked, ctx.env.FILES_PER_JOB, async (one) => {
      const file = taken.get(one.number);
      taken.delete(one.number);
      if (file) await results.add(file, await broughtOf(input, file, one));
      await ports.faultPoint("Downloading:entry");
    });
  } finally {
    await results.flush();
  }
  results.throwIfFailed();
}

async function broughtOf(input: StageInput, file: FileRecord, one: UnpackedFile): Promise<Brought> {
  const { ports, job } = input;
  if (!("fault" in one)) {
    const at = ports.working.pathOf(job.id, file.ordinal);
    await ports.working.syncBytes(at);
    return { result: verified(file, one.sizeBytes, one.sha256, await judgeFile(input, file, at), 1) };
  }
  const { code, message } = describeEntryProblem(one.fault, { name: file.name });
  return {
    result: failed(file, 1, code, message),
    fault: new WaybillError(CONTAINER_PROBLEMS[one.fault].error, message),
  };
}
