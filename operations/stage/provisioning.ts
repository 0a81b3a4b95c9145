import type { Admission } from "../../core/space/admission.ts";
import type { Stage, StageInput } from "./stage.ts";

/** Lets a job through once working storage can take it. Want of space is a wait, never a failure. */
export const provisioning: Stage<"Provisioning"> = async (input) => {
  const answer = await askForSpace(input);
  return answer.kind === "admit" ? { kind: "advance", to: "Downloading" } : noSpace(answer);
};

/** Reserves what the job is thought to need. */
export async function askForSpace({ ports, job, fence }: StageInput): Promise<Admission> {
  return ports.reserve({ jobId: job.id, fence, needBytes: Number(job.spaceNeeded) });
}

/** The wait of a job that found no space; `never_fits` shows that a person has to act. */
export function noSpace(answer: Exclude<Admission, { kind: "admit" }>) {
  return {
    kind: "wait",
    code: answer.kind === "never" ? "never_fits" : "working_storage_full",
    why: answer.why,
  } as const;
}
