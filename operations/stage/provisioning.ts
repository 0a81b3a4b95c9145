import type { Admission } from "../../core/space/admission.ts";
import { NOT_KEPT } from "../../prisma/store/space/reserve.ts";
import type { Stage, StageInput } from "./stage.ts";
import { type Behind, waitBehindEarlier } from "./wait-behind.ts";

/** Lets a job through once working storage has room for it. A lack of space is a wait, never a failure. */
export const provisioning: Stage<"Provisioning"> = async (input) => {
  const { job, ports } = input;
  const wait = await takeSpace(input);
  if (wait) return wait;
  const spaceReserved = job.spaceNeeded > 0n ? job.spaceNeeded : 1n;
  const changed = { spaceReserved, workingDirectory: ports.working.folderOf(job.id) };
  return { kind: "advance", to: "Downloading", changed, isShort: true };
};

/** The wait of a job that found no space; `never_fits` means that a person must act. */
export type NoSpace = {
  readonly kind: "wait";
  readonly code: "never_fits" | "working_storage_full";
  readonly why: string;
};

/** Reserves the job's estimated space, in turn behind other jobs of its object; undefined when it succeeded. */
export async function takeSpace(input: StageInput): Promise<Behind | NoSpace | undefined> {
  const behind = await waitBehindEarlier(input, "without space");
  if (behind) return behind;
  const { ports, job, fence } = input;
  const folder = ports.working.folderOf(job.id);
  const ask = () => ports.reserve({ jobId: job.id, fence, needBytes: Number(job.spaceNeeded), folder });
  let answer = await ask();
  if (answer === NOT_KEPT) {
    // it was the job's own move, most likely
    await input.written();
    answer = await ask();
  }
  return answer.kind === "admit" ? undefined : noSpace(answer);
}

export function noSpace(answer: Exclude<Admission, { kind: "admit" }>): NoSpace {
  return {
    kind: "wait",
    code: answer.kind === "never" ? "never_fits" : "working_storage_full",
    why: answer.why,
  };
}
