import type { CheckKind } from "../../../core/check/kinds.ts";
import { Prisma } from "../../generated/client.ts";
import type { Sql } from "../../sql.ts";

/** Which findings of a run: all of some kinds, or these. */
export type AskedFindings = {
  readonly kinds: readonly CheckKind[];
  readonly ids?: readonly string[] | undefined;
};

/**
 * Marks findings of an ended run as to be repaired by whoever `by` is, and makes the run due. Those repaired or asked for
 * already stay as they are. Any number at a time. @returns how many
 */
export async function askRepair(
  tx: Sql,
  runId: string,
  { kinds, ids }: AskedFindings,
  by: string,
): Promise<number> {
  const asked = await tx.$executeRaw`
    UPDATE check_finding SET repaired_by = ${by}, repair = NULL
    WHERE run_id = ${runId} AND kind = ANY(${[...kinds]}::text[]) AND repaired_at IS NULL AND repaired_by IS NULL
      AND ${ids === undefined ? Prisma.sql`TRUE` : Prisma.sql`id = ANY(${[...ids]}::text[])`}`;
  await tx.$executeRaw`UPDATE check_run SET due_at = clock_timestamp() WHERE id = ${runId} AND ${asked > 0}`;
  return asked;
}
