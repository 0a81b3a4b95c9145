import { gunzipSync } from "node:zlib";
import { everybody, type MailPayload } from "../../core/contracts/mail.ts";
import type { Attachment, Mail } from "../../core/ports.ts";
import type { Db } from "../../prisma/client.ts";
import { listMailFiles } from "../../prisma/store/outbox/list-mail-files.ts";

/** The mail of an outbox row for its next try, with the files of its report as the payload says. */
export async function loadMail(db: Db, payload: MailPayload, reportId: string | null): Promise<Mail> {
  const { from, to, replyTo, messageId, subject, text, html } = payload;
  return {
    from,
    to,
    ...(replyTo === undefined ? {} : { replyTo }),
    messageId,
    subject,
    text,
    html,
    recipients: payload.left ?? everybody(payload),
    attachments:
      reportId === null || payload.attachAs === "link" ? [] : await loadFiles(db, payload.attachAs, reportId),
  };
}

async function loadFiles(db: Db, attachAs: "plain" | "gzip", reportId: string): Promise<Attachment[]> {
  const files = await listMailFiles(db, reportId);
  return files.map(({ filename, mediaType, gzip }) =>
    attachAs === "plain"
      ? { filename, mediaType, content: gunzipSync(gzip) }
      : { filename: `${filename}.gz`, mediaType: "application/gzip", content: gzip },
  );
}
