import { MailPayload } from "../../core/contracts/mail.ts";
import { readProfileSettings } from "../../core/contracts/profile.ts";
import type { ReportRenderer } from "../../core/ports.ts";
import { depositNotes } from "../../core/report/deposit-notes.ts";
import type { ReportFacts } from "../../core/report/facts.ts";
import { printable } from "../../core/report/printable.ts";
import { recipients } from "../../core/report/recipients.ts";
import type { Context } from "../context.ts";
import type { ReportRead } from "./read.ts";

/**
 * The mail of a report, rendered now so that exactly what was saved is sent; null when it has no recipients. Invalid
 * addresses are left out and logged.
 */
export async function addressMail(
  { env, log }: Context,
  renderReport: ReportRenderer,
  { batch, submitterAddress }: ReportRead,
  facts: ReportFacts,
): Promise<MailPayload | null> {
  const profile = readProfileSettings(batch.profileVersion.settings);
  const { notification, notifySubmitter } = depositNotes(batch.deposit);
  const submitter = notifySubmitter === "false" ? undefined : submitterAddress;
  const { to, bcc, refused } = recipients({ notification, submitter }, profile, env.MAIL_BCC);
  if (refused.length > 0) log.warn({ batchId: batch.id, addresses: refused }, "report.addresses_refused");
  if (to.length + bcc.length === 0) return null;
  const domain = env.MAIL_FROM.slice(env.MAIL_FROM.lastIndexOf("@") + 1);
  return MailPayload.parse({
    from: { name: printable(env.MAIL_FROM_NAME, 80), address: env.MAIL_FROM },
    to,
    bcc,
    messageId: `<report.${facts.batchId}.${facts.number}@${domain}>`,
    ...(await renderReport(facts)),
    attachAs: facts.attachAs,
  });
}
