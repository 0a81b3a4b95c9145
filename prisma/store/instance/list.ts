import type { Sql } from "../../sql.ts";

export type InstanceRow = {
  readonly id: string;
  readonly name: string;
  readonly startedAt: Date;
  readonly seenAt: Date;
};

/** Processes seen in the last `freshMs` that have not left, longest running first. */
export async function listInstances(tx: Sql, freshMs: number): Promise<InstanceRow[]> {
  return tx.$queryRaw<InstanceRow[]>`
    SELECT id, name, started_at AS "startedAt", seen_at AS "seenAt" FROM instance
    WHERE left_at IS NULL AND seen_at > clock_timestamp() - ${freshMs} * interval '1 millisecond'
    ORDER BY started_at, id`;
}
