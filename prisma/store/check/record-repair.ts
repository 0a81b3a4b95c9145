import type { Sql } from "../../sql.ts";

/** What became of a finding. `isDone` false: it could not be repaired, and may be asked for again. */
export type Repaired = { readonly findingId: string; readonly isDone: boolean; readonly sentence: string };

export async function recordRepair(tx: Sql, { findingId, isDone, sentence }: Repaired): Promise<void> {
  await tx.$executeRaw`
    UPDATE check_finding SET repair = ${sentence},
      repaired_at = CASE WHEN ${isDone} THEN clock_timestamp() END,
      repaired_by = CASE WHEN ${isDone} THEN repaired_by END
    WHERE id = ${findingId} AND repaired_at IS NULL`;
}
