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
 * The mail is to be tried again.
 * @returns when; null when the right to the row was lost, or it is settled already, and nothing was written
 */
export async function recordRetry(tx: Sql, { id, fence }: Claimed, retry: Retry): Promise<Date | null> {
  const [row] = await tx.$queryRaw<{ dueAt: Date }[]>`
    UPDATE outbox SET attempts = attempts + 1, payload = ${JSON.stringify(retry.payload)}::jsonb,
      response = ${retry.response}, last_error = ${retry.lastError},
      due_at = clock_timestamp() + ${retry.pauseMs} * interval '1 millisecond'
    WHERE id = ${id} AND fence = ${fence} AND status = 'Waiting'
    RETURNING due_at AS "dueAt"`;
  return row?.dueAt ?? null;
}
