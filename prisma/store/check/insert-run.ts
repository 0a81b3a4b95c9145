import type { Sql } from "../../sql.ts";

/** A run to be made. `isDeep`: all stored bytes are read. `holderMs`: given when the caller makes it itself and holds it for so long. */
export type NewRun = {
  readonly id: string;
  readonly requestedBy: string;
  readonly isDeep: boolean;
  readonly holderMs?: number;
};

/** Enters a run: due for a worker, or held by its maker from the start. */
export async function insertRun(tx: Sql, { id, requestedBy, isDeep, holderMs }: NewRun): Promise<void> {
  const held = holderMs !== undefined;
  await tx.$executeRaw`
    INSERT INTO check_run (id, requested_by, created_at, looked, due_at, lease_owner, lease_until)
    VALUES (${id}, ${requestedBy}, clock_timestamp(), ${JSON.stringify({ deep: isDeep })}::jsonb,
      CASE WHEN ${!held} THEN clock_timestamp() END, CASE WHEN ${held} THEN ${requestedBy} END,
      CASE WHEN ${held} THEN clock_timestamp() + ${holderMs ?? 0}::float8 * interval '1 millisecond' END)`;
}
