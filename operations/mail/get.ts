import { MailPayload } from "../../core/contracts/mail.ts";
import type { MailView } from "../../core/contracts/views.ts";
import { WaybillError } from "../../core/errors.ts";
import { findMailView } from "../../prisma/store/outbox/mail.ts";
import { listAttachments } from "../../prisma/store/report.ts";
import { allow } from "../allow.ts";
import type { Context } from "../context.ts";
import { mailRow } from "./row-view.ts";

/**
 * One mail as it was or will be sent, with the names of its attachments.
 * @throws WaybillError `not_allowed`, `not_found`
 */
export async function getMail({ db, actor }: Context, mailId: string): Promise<MailView> {
  allow(actor, "read-mail");
  const row = await findMailView(db, mailId);
  if (!row) throw new WaybillError("not_found", "There is no such mail.");
  const mail = MailPayload.parse(row.payload);
  const files = row.reportId === null ? [] : await listAttachments(db, row.reportId);
  return {
    ...mailRow({ ...row, subject: mail.subject, to: mail.to }),
    from: `${mail.from.name} <${mail.from.address}>`,
    bcc: mail.bcc,
    messageId: mail.messageId,
    text: mail.text,
    html: mail.html,
    response: row.response,
    attachments: files.map(({ filename, mediaType, size }) => ({
      filename,
      mediaType,
      size: size.toString(),
    })),
  };
}
