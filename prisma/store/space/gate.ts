import type { Sql } from "../../sql.ts";

const GATE = "working-storage-gate";

/** Working storage as the worker sees it, in bytes: what jobs may take, and what the disk has left. */
export type Storage = { readonly quotaBytes: number; readonly freeBytes: number };

/** Locks the gate of working storage until the transaction ends. @returns whether it was open */
export async function lockGate(tx: Sql): Promise<boolean> {
  const [gate] = await tx.$queryRaw<{ open: boolean }[]>`
    INSERT INTO setting (key, value) VALUES (${GATE}, '{"open": true}')
    ON CONFLICT (key) DO UPDATE SET key = excluded.key
    RETURNING (value->>'open')::boolean AS open`;
  return gate?.open ?? true;
}

/** Opens or shuts the gate. */
export async function setGate(tx: Sql, open: boolean): Promise<void> {
  await tx.$executeRaw`UPDATE setting SET value = ${JSON.stringify({ open })}::jsonb, updated_at = clock_timestamp() WHERE key = ${GATE}`;
}

/** All bytes in use, and what the asking jobs have of them. */
export async function readUse(tx: Sql, jobIds: readonly string[]) {
  const [use] = await tx.$queryRaw<{ bytes: bigint; own: Record<string, number> }[]>`
    SELECT (
      COALESCE((SELECT sum(space_reserved) FROM job WHERE space_reserved > 0), 0)
      + COALESCE((SELECT sum(payload_size) FROM batch WHERE payload_path IS NOT NULL), 0)
    )::bigint AS bytes,
    COALESCE((SELECT jsonb_object_agg(id, space_reserved) FROM job WHERE id = ANY(${[...jobIds]}::text[])), '{}') AS own`;
  return { usedBytes: Number(use?.bytes ?? 0), own: new Map(Object.entries(use?.own ?? {})) };
}
