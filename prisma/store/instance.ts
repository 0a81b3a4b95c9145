import type { Sql } from "../sql.ts";

/** Reports that a process is alive. Called every few seconds; the first call registers it. */
export async function showUp(tx: Sql, id: string, name: string): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO instance (id, name) VALUES (${id}, ${name})
    ON CONFLICT (id) DO UPDATE SET seen_at = clock_timestamp(), left_at = NULL`;
}

export type InstanceRow = {
  readonly id: string;
  readonly name: string;
  readonly startedAt: Date;
  readonly seenAt: Date;
  /** Which storage it lacks, in a sentence; null: none. */
  readonly lacks: string | null;
};

/** Processes seen in the last `freshMs` that have not left, longest running first. */
export async function listInstances(tx: Sql, freshMs: number): Promise<InstanceRow[]> {
  return tx.$queryRaw<InstanceRow[]>`
    SELECT id, name, started_at AS "startedAt", seen_at AS "seenAt", lacks FROM instance
    WHERE left_at IS NULL AND seen_at > clock_timestamp() - ${freshMs} * interval '1 millisecond'
    ORDER BY started_at, id`;
}

/** Whether another process, seen in the last `freshMs`, has all storages. */
export async function hasWholeInstance(tx: Sql, id: string, freshMs: number): Promise<boolean> {
  const [row] = await tx.$queryRaw<{ found: boolean }[]>`
    SELECT EXISTS (
      SELECT FROM instance
      WHERE id <> ${id} AND left_at IS NULL AND lacks IS NULL
        AND seen_at > clock_timestamp() - ${freshMs}::float8 * interval '1 millisecond') AS found`;
  return row?.found === true;
}

/** Records which storage a process lacks, and why; null: none. */
export async function setLacks(tx: Sql, id: string, lacks: string | null): Promise<void> {
  await tx.$executeRaw`
    UPDATE instance SET lacks = ${lacks} WHERE id = ${id} AND lacks IS DISTINCT FROM ${lacks}`;
}

/** Records that a process has shut down. */
export async function leaveInstance(tx: Sql, id: string): Promise<void> {
  await tx.$executeRaw`UPDATE instance SET left_at = clock_timestamp(), seen_at = clock_timestamp() WHERE id = ${id}`;
}

/**
 * Removes processes not seen for `goneMs`, except those still named by a lane's claim. Events and attempts store
 * process names as text and need no row. @returns how many
 */
export async function forgetInstances(tx: Sql, goneMs: number): Promise<number> {
  return tx.$executeRaw`
    DELETE FROM instance
    WHERE seen_at < clock_timestamp() - ${goneMs}::float8 * interval '1 millisecond'
      AND NOT EXISTS (SELECT FROM lane WHERE lane.lease_until IS NOT NULL AND lane.lease_owner = instance.id)`;
}
