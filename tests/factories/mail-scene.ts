import { randomUUID } from "node:crypto";
import type { MailPayload } from "../../core/contracts/mail.ts";
import type { Db } from "../../prisma/client.ts";
import { insertMail } from "../../prisma/store/outbox/mail.ts";
import { makeReport } from "./make-report.ts";
import { batchScene } from "./report-scene.ts";

/** Longer than any test. */
const LATER = new Date("2100-01-01T00:00:00Z");

export type MailScene = {
  readonly to: readonly string[];
  readonly bcc?: readonly string[];
  /** The report's files by name. */
  readonly files?: Readonly<Record<string, string>>;
  readonly attachAs?: MailPayload["attachAs"];
};

/** A mail of a report that waits in the outbox, leased with fence 1. */
export async function mailScene(
  db: Db,
  scene: MailScene,
): Promise<{ readonly id: string; readonly messageId: string }> {
  const { batchId } = await batchScene(db, { jobs: [{ state: "Completed" }] });
  const reportId = await makeReport(db, batchId, scene.files ?? {});
  const id = randomUUID();
  const messageId = `<report.${batchId}.1@example.org>`;
  const payload: MailPayload = {
    from: { name: "Waybill", address: "waybill@example.org" },
    to: [...scene.to],
    bcc: [...(scene.bcc ?? [])],
    messageId,
    subject: `Ingest: OK -- Batch processed: ${batchId}; maps.checkm`,
    text: "The job is completed.\n",
    html: "<p>The job is completed.</p>",
    attachAs: scene.attachAs ?? "plain",
  };
  await insertMail(db, { id, dedupKey: `report:${batchId}:1`, batchId, reportId, payload });
  await db.outbox.update({ where: { id }, data: { fence: 1n, leaseOwner: "test", leaseUntil: LATER } });
  return { id, messageId };
}
