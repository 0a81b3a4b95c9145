import type { CheckKind } from "../../../core/check/kinds.ts";
import type { Sql } from "../../sql.ts";

/** A finding somebody wants repaired. `by`: who. */
export type AskedFinding = {
  readonly id: string;
  readonly kind: CheckKind;
  readonly subject: string;
  readonly facts: unknown;
  readonly by: string;
};

/** Findings of a run to be repaired, at most `most`, in the order of kind and subject. */
export async function listAsked(tx: Sql, runId: string, most: number): Promise<AskedFinding[]> {
  return tx.$queryRaw<AskedFinding[]>`
    SELECT id, kind, subject, facts, repaired_by AS by FROM check_finding
    WHERE run_id = ${runId} AND repaired_by IS NOT NULL AND repaired_at IS NULL
    ORDER BY kind, subject, id
    LIMIT ${most}`;
}
