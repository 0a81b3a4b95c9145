import type { MailPayload } from "../../../core/contracts/mail.ts";
import type { Sql } from "../../sql.ts";
import type { Claimed } from "./record-sent.ts";

/** What is kept for the next try, `pauseMs` from now by the database's clock. `response`: set once anybody was served. */
export type Retry = {
  readonly payload: MailPayload;
  readonly response: string | null;
  readonly lastError: string;
  readonly pauseMs: number;
};

/**
 * The mail is to be tried again; its lease is given back.
 * @returns false when the right to the row was lost, or it is settled already; nothing was written
 */
export async function recordRetry(tx: Sql, { id, fence }: Claimed, retry: Retry): Promise<boolean> {
  const written = await tx.$executeRaw`
    UPDATE outbox SET attempts = attempts + 1, payload = ${JSON.stringify(retry.payload)}::jsonb,
      response = ${retry.response}, last_error = ${retry.lastError},
      due_at = clock_timestamp() + ${retry.pauseMs}::float8 * interval '1 millisecond',
      kills = 0, lease_owner = NULL, lease_until = NULL
    WHERE id = ${id} AND fence = ${fence} AND status = 'Waiting'`;
  return written === 1;
}
