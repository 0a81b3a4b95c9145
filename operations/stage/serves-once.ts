import { readDeposit } from "../../core/contracts/deposit.ts";
import type { StageInput } from "./stage.ts";

/**
 * Whether the job's sources serve each file only once and count a HEAD as that one time. Unknown sizes are then learned
 * at the fetch. The deposit decides, else its collection's profile.
 */
export function servesOnce({ job, settings }: Pick<StageInput, "job" | "settings">): boolean {
  const { sourcesServeOnce } = readDeposit(job.deposit);
  return sourcesServeOnce === undefined ? settings.sourcesServeOnce : sourcesServeOnce === "true";
}
