import type { Sql } from "../../sql.ts";

/** Bytes of a file that have come; `ordinal` 0: of the job's container. */
export type Received = { readonly ordinal: number; readonly bytes: number };

/**
 * Notes how much of a job's files has come, while the lease is held; what the job waited for is over then. Of files that are
 * verified nothing is changed.
 */
export async function noteReceived(
  tx: Sql,
  { jobId, fence }: { readonly jobId: string; readonly fence: bigint },
  received: readonly Received[],
): Promise<void> {
  const container = received.find(({ ordinal }) => ordinal === 0);
  await tx.$executeRaw`
    WITH held AS (
      UPDATE job SET received = COALESCE(${container?.bytes ?? null}::bigint, received),
        wait_code = NULL, wait_reason = NULL
      WHERE id = ${jobId} AND fence = ${fence} RETURNING id
    )
    UPDATE job_file SET received = got.bytes
    FROM held, jsonb_to_recordset(${JSON.stringify(received)}::jsonb) AS got (ordinal int, bytes bigint)
    WHERE job_file.job_id = held.id AND job_file.ordinal = got.ordinal AND job_file.verified_at IS NULL`;
}
