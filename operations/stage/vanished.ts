import { forEachBounded } from "../../lib/for-each-bounded.ts";
import type { StageInput } from "./stage.ts";

const LOOKS_AT_ONCE = 16;
const CHUNK = 500;

/**
 * Checks that the job's verified files are still in its folder, and marks the rows of missing ones while the lease is
 * held, so that they are fetched again like any other. Concludes nothing while working storage is away.
 * @returns how many are missing
 * @throws WaybillError `storage_away`
 */
export async function forgetVanished(input: StageInput): Promise<number> {
  const { ctx, ports, job, files } = input;
  const { working } = ports;
  let gone: number[] = [];
  let vanished = 0;
  const flush = async () => {
    const ordinals = gone;
    gone = [];
    if (ordinals.length === 0) return;
    await working.root.require();
    vanished += await files.forget(ordinals);
  };
  await forEachBounded(files.verified(), LOOKS_AT_ONCE, async ({ ordinal, size }) => {
    if ((await working.sizeOf(working.pathOf(job.id, ordinal))) === Number(size)) return;
    gone.push(ordinal);
    if (gone.length >= CHUNK) await flush();
  });
  await flush();
  if (vanished > 0)
    ctx.log.warn({ job: job.id, vanished }, "verified files are missing; fetching them again");
  return vanished;
}

/** Whether, by its rows, any of the job's files is not in its folder. */
export async function hasUnverified({ files }: StageInput): Promise<boolean> {
  for await (const _ of files.unverified()) return true;
  return false;
}
