import type { MailPayload } from "../../../core/contracts/mail.ts";
import type { Sql } from "../../sql.ts";

/** A mail to be sent, due at once. */
export type NewMail = {
  readonly id: string;
  /** What it is about, e.g. `report:bid-...:1`, `account:...`; unique among mails. */
  readonly subject: string;
  /** Null for a mail about an account. */
  readonly batchId: string | null;
  readonly reportId: string | null;
  readonly payload: MailPayload;
};

/** Puts a mail into the outbox. False: there is one about the same already, and nothing was written. */
export async function insertMail(tx: Sql, mail: NewMail): Promise<boolean> {
  const written = await tx.$executeRaw`
    INSERT INTO outbox (id, kind, subject, batch_id, report_id, payload, due_at)
    VALUES (${mail.id}, 'mail', ${mail.subject}, ${mail.batchId}, ${mail.reportId},
      ${JSON.stringify(mail.payload)}::jsonb, clock_timestamp())
    ON CONFLICT (kind, subject) DO NOTHING`;
  return written === 1;
}
