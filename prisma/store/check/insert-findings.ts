import type { CheckKind } from "../../../core/check/kinds.ts";
import type { Sql } from "../../sql.ts";

export type NewFinding = {
  readonly id: string;
  readonly kind: CheckKind;
  readonly subject: string;
  readonly facts: object;
};

/** Enters findings of a run, some hundred at a time. False: the lease is lost, nothing was written. */
export async function insertFindings(
  tx: Sql,
  run: { readonly runId: string; readonly fence: bigint },
  findings: readonly NewFinding[],
): Promise<boolean> {
  if (findings.length === 0) return true;
  const written = await tx.$executeRaw`
    INSERT INTO check_finding (id, run_id, kind, subject, facts)
    SELECT new.id, check_run.id, new.kind, new.subject, new.facts
    FROM check_run, jsonb_to_recordset(${JSON.stringify(findings)}::jsonb) AS new (id text, kind text, subject text, facts jsonb)
    WHERE check_run.id = ${run.runId} AND check_run.fence = ${run.fence}`;
  return written > 0;
}
