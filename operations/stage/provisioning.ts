import type { Admission } from "../../core/space/admission.ts";
import type { Stage, StageInput } from "./stage.ts";
import { type Behind, waitBehindEarlier } from "./wait-behind.ts";

/** Lets a job through once working storage can take it. Want of space is a wait, never a failure. */
export const provisioning: Stage<"Provisioning"> = async (input) => {
  const wait = await takeSpace(input);
  return wait ?? { kind: "advance", to: "Downloading" };
};

/** The wait of a job that found no space; `never_fits` shows that a person has to act. */
export type NoSpace = {
  readonly kind: "wait";
  readonly code: "never_fits" | "working_storage_full";
  readonly why: string;
};

/** Reserves what the job is thought to need, in its turn behind other jobs of its object; undefined when it has it. */
export async function takeSpace(input: StageInput): Promise<Behind | NoSpace | undefined> {
  const behind = await waitBehindEarlier(input, "without space");
  if (behind) return behind;
  const { ports, job, fence } = input;
  const answer = await ports.reserve({ jobId: job.id, fence, needBytes: Number(job.spaceNeeded) });
  return answer.kind === "admit" ? undefined : noSpace(answer);
}

export function noSpace(answer: Exclude<Admission, { kind: "admit" }>): NoSpace {
  return {
    kind: "wait",
    code: answer.kind === "never" ? "never_fits" : "working_storage_full",
    why: answer.why,
  };
}
