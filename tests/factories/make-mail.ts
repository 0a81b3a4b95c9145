import { randomUUID } from "node:crypto";
import { MailPayload } from "../../core/contracts/mail.ts";
import type { Db } from "../../prisma/client.ts";

/** A mail in the outbox about a batch and its report. */
export async function makeMail(
  db: Db,
  given: {
    readonly batchId?: string;
    readonly reportId?: string;
    readonly subject?: string;
    readonly status?: "Waiting" | "Sent" | "Failed";
    readonly createdAt?: Date;
  } = {},
): Promise<string> {
  const id = randomUUID();
  const payload = MailPayload.parse({
    from: { name: "Waybill", address: "waybill@example.org" },
    to: ["team@example.org"],
    bcc: ["archive@example.org"],
    messageId: `<report.${id}@example.org>`,
    subject: given.subject ?? "Your deposit is stored",
    text: "All 3 objects are stored.",
    html: "<p>All 3 objects are stored.</p>",
    attachAs: "plain",
  });
  await db.outbox.create({
    data: {
      id,
      kind: "mail",
      dedupKey: `report:${id}`,
      batchId: given.batchId ?? null,
      reportId: given.reportId ?? null,
      payload,
      status: given.status ?? "Sent",
      ...(given.createdAt && { createdAt: given.createdAt }),
    },
  });
  return id;
}
