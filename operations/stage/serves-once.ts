import { readDeposit } from "../../core/contracts/deposit.ts";
import type { StageInput } from "./stage.ts";

/**
 * Whether the job's sources give each file once and count a HEAD as that one time. Then a size that is not known is
 * learnt when the file is fetched. The deposit says so, else its collection's profile.
 */
export function servesOnce({ job, settings }: Pick<StageInput, "job" | "settings">): boolean {
  const { sourcesServeOnce } = readDeposit(job.deposit);
  return sourcesServeOnce === undefined ? settings.sourcesServeOnce : sourcesServeOnce === "true";
}
