import * as z from "zod";
import { isMailAddress } from "../mail/address.ts";
import { Letter } from "../mail/letter.ts";

const address = z.string().refine(isMailAddress, "This is not a single plain e-mail address.");
const oneLine = z
  .string()
  .max(300)
  .regex(/^[^\r\n\0]*$/);

/** An address the mail server refused, with its answer. */
export const Refusal = z.strictObject({ address: z.string(), reason: z.string() });
export type Refusal = z.infer<typeof Refusal>;

/**
 * A mail in the outbox (`outbox.payload` of kind `mail`): rendered when the report was saved, so that exactly that is
 * sent. Attachments are stored with the report. Source: docs/reference/mail.md.
 */
export const MailPayload = z.strictObject({
  from: z.strictObject({ name: oneLine, address }),
  to: z.array(address),
  bcc: z.array(address),
  replyTo: address.optional(),
  /** With angle brackets; the same on every try. */
  messageId: z.string().regex(/^<[\w.+-]+@[\w.-]+>$/),
  subject: oneLine,
  text: z.string(),
  html: z.string(),
  attachAs: z.enum(["plain", "gzip", "link"]),
  /** A mail about an account: text and HTML are rendered when it is sent; `text` is what the mailbox shows. */
  letter: Letter.optional(),
  /** After a partial success: who has yet to get it. Absent: everybody in `to` and `bcc`. */
  left: z.array(address).optional(),
  /** Addresses refused for good so far. */
  refused: z.array(Refusal).optional(),
});
export type MailPayload = z.infer<typeof MailPayload>;

/** All recipients of a mail, `to` first. */
export function everybody(mail: Pick<MailPayload, "to" | "bcc">): readonly string[] {
  return [...mail.to, ...mail.bcc];
}
