import type { MailPayload } from "../../../core/contracts/mail.ts";
import type { Tx } from "../../client.ts";
import { Prisma } from "../../generated/client.ts";
import type { Sql } from "../../sql.ts";
import type { TimeCursor } from "../page.ts";

/** A mail to be sent, due at once. */
export type NewMail = {
  readonly id: string;
  /** What it is about, e.g. `report:bid-...:1`, `account:...`; unique among mails. */
  readonly dedupKey: string;
  /** Null for a mail about an account. */
  readonly batchId: string | null;
  readonly reportId: string | null;
  readonly payload: MailPayload;
};

/** Puts a mail into the outbox. False: one with this key exists already, and nothing was written. */
export async function insertMail(tx: Sql, mail: NewMail): Promise<boolean> {
  const written = await tx.$executeRaw`
    INSERT INTO outbox (id, kind, subject, batch_id, report_id, payload, due_at)
    VALUES (${mail.id}, 'mail', ${mail.dedupKey}, ${mail.batchId}, ${mail.reportId},
      ${JSON.stringify(mail.payload)}::jsonb, clock_timestamp())
    ON CONFLICT (kind, subject) DO NOTHING`;
  return written === 1;
}

/** A mail from the outbox that is about to be sent. `payload`: core/contracts/mail.ts, not yet checked. */
export async function findMail(tx: Tx, id: string) {
  return tx.outbox.findUnique({
    where: { id },
    select: {
      status: true,
      fence: true,
      attempts: true,
      payload: true,
      response: true,
      batchId: true,
      reportId: true,
    },
  });
}

/** An outbox row and the fence of its lease. */
export type Claimed = { readonly id: string; readonly fence: bigint };

/**
 * Records that the mail was sent; gives its lease back and deletes its sealed secret. `lastError`: addresses that were
 * refused nevertheless.
 * @returns false when the right to the row was lost, or it has ended already; nothing was written
 */
export async function recordSent(
  tx: Sql,
  { id, fence }: Claimed,
  result: { readonly response: string; readonly lastError: string | null },
): Promise<boolean> {
  const written = await tx.$executeRaw`
    UPDATE outbox SET status = 'Sent', attempts = attempts + 1, response = ${result.response},
      last_error = ${result.lastError}, payload = payload #- '{letter,sealedSecret}', ended_at = clock_timestamp(), due_at = NULL,
      kills = 0, lease_owner = NULL, lease_until = NULL
    WHERE id = ${id} AND fence = ${fence} AND status = 'Waiting'`;
  return written === 1;
}

/**
 * What is saved for the next try, `pauseMs` from now by the database's clock. `response`: set once any recipient was
 * accepted.
 */
export type Retry = {
  readonly payload: MailPayload;
  readonly response: string | null;
  readonly lastError: string;
  readonly pauseMs: number;
};

/**
 * Records that the mail will be tried again; gives its lease back.
 * @returns false when the right to the row was lost, or it has ended already; nothing was written
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

/**
 * Records that the mail is given up; gives its lease back and deletes its sealed secret.
 * @returns false when the right to the row was lost, or it has ended already; nothing was written
 */
export async function recordFailed(tx: Sql, { id, fence }: Claimed, lastError: string): Promise<boolean> {
  const written = await tx.$executeRaw`
    UPDATE outbox SET status = 'Failed', attempts = attempts + 1, last_error = ${lastError},
      payload = payload #- '{letter,sealedSecret}', ended_at = clock_timestamp(), due_at = NULL,
      kills = 0, lease_owner = NULL, lease_until = NULL
    WHERE id = ${id} AND fence = ${fence} AND status = 'Waiting'`;
  return written === 1;
}

/** The mail of a report; null when it had no recipients. */
export async function findMailOfReport(tx: Tx, reportId: string): Promise<{ readonly id: string } | null> {
  return tx.outbox.findFirst({ where: { kind: "mail", reportId }, select: { id: true } });
}

/** A mail as its own page shows it; `payload` as in core/contracts/mail.ts, not yet checked. */
export async function findMailView(tx: Tx, id: string) {
  return tx.outbox.findFirst({
    where: { id, kind: "mail" },
    select: {
      id: true,
      payload: true,
      status: true,
      createdAt: true,
      endedAt: true,
      batchId: true,
      reportId: true,
      attempts: true,
      lastError: true,
      response: true,
    },
  });
}

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

/** The files of a report by name, gzip-compressed. At most 10 MB in total when they are attached to the mail. */
export async function listMailFiles(tx: Tx, reportId: string) {
  return tx.reportAttachment.findMany({
    where: { reportId },
    orderBy: { filename: "asc" },
    select: { filename: true, mediaType: true, gzip: true },
  });
}
