import { Prisma } from "../../generated/client.ts";
import type { Sql } from "../../sql.ts";
import type { TimeCursor } from "../page.ts";

/** A mail as the mailbox lists it. `to` is a JSON list of addresses. */
export type MailListRow = {
  readonly id: string;
  readonly subject: string;
  readonly to: unknown;
  readonly status: string;
  readonly createdAt: Date;
  readonly endedAt: Date | null;
  readonly batchId: string | null;
  readonly attempts: number;
  readonly lastError: string | null;
};

/** Mails, newest first, one more than `limit`. */
export async function listMailRows(
  tx: Sql,
  page: { readonly after: TimeCursor | undefined; readonly limit: number },
): Promise<MailListRow[]> {
  const { after, limit } = page;
  return tx.$queryRaw<MailListRow[]>`
    SELECT id, payload ->> 'subject' AS subject, payload -> 'to' AS "to", status, created_at AS "createdAt",
      ended_at AS "endedAt", batch_id AS "batchId", attempts, last_error AS "lastError"
    FROM outbox
    WHERE kind = 'mail' AND ${after ? Prisma.sql`(created_at, id) < (${after.at}, ${after.id})` : Prisma.sql`TRUE`}
    ORDER BY created_at DESC, id DESC
    LIMIT ${limit + 1}`;
}
