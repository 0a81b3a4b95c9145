import * as z from "zod";
import type { MailRow } from "../../core/contracts/views.ts";
import type { MailListRow } from "../../prisma/store/outbox/mail.ts";

const Status = z.enum(["Waiting", "Sent", "Failed"]);
const Addresses = z.array(z.string());

/** A mail as the mailbox lists it. */
export function mailRow(row: MailListRow): MailRow {
  return {
    id: row.id,
    subject: row.subject,
    to: Addresses.parse(row.to),
    status: Status.parse(row.status),
    createdAt: row.createdAt.toISOString(),
    endedAt: row.endedAt?.toISOString() ?? null,
    batchId: row.batchId,
    attempts: row.attempts,
    lastError: row.lastError,
  };
}
