import { createTransport, type NodemailerError, type SendMailOptions } from "nodemailer";
import { isMailAddress } from "../../core/mail/address.ts";
import type { TriedRefusal } from "../../core/mail/after-try.ts";
import { protectEncodedWords } from "../../core/mail/encoded-words.ts";
import type { Mail, Mailer, MailReceipt } from "../../core/ports.ts";
import { isPermanent } from "./permanent.ts";

/** Waits in ms. `silence` bounds each wait for the server, above all for its answer to a whole mail. */
export type SmtpTimeouts = { readonly connect: number; readonly greeting: number; readonly silence: number };

/**
 * Giving up before the server answers a mail makes a duplicate, so the silence is RFC 5321's own (section 4.5.3.2.6, 10
 * minutes).
 */
const TIMEOUTS: SmtpTimeouts = { connect: 30_000, greeting: 60_000, silence: 600_000 };

/**
 * Sends mails through a mail server. `smtp://` upgrades to TLS when the server offers it (`?requireTLS=true` insists),
 * `smtps://` uses TLS from the start; certificates are checked. Connections are reused for 30 s. One `send` is one try:
 * retrying is up to the outbox.
 * @throws Error for any other kind of address
 */
export function smtpMailer(url: string, timeouts: SmtpTimeouts = TIMEOUTS): Mailer {
  if (!/^smtps?:\/\//i.test(url)) throw new Error("SMTP_URL must start with smtp:// or smtps://.");
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 2,
    maxRequeues: 0,
    idleTimeout: 30_000,
    connectionTimeout: timeouts.connect,
    greetingTimeout: timeouts.greeting,
    socketTimeout: timeouts.silence,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send(mail, signal) {
      try {
        const { response, accepted, rejectedErrors } = await transport.sendMail({
          ...messageOf(mail),
          signal,
        });
        return { response, accepted, refused: (rejectedErrors ?? []).map(refusalOf) };
      } catch (error) {
        const receipt = allRefused(error);
        if (receipt) return receipt;
        throw withHint(error, url);
      }
    },
    isPermanent,
    close: () => transport.close(),
  };
}

/**
 * The mail for nodemailer: addresses as objects, since it reads a string as a list, and an envelope of its own, so that
 * the headers decide nothing.
 */
function messageOf(mail: Mail): SendMailOptions {
  for (const address of [mail.from.address, ...mail.to, ...mail.recipients]) {
    if (!isMailAddress(address))
      throw unsendable("An address of the mail is not a single plain e-mail address.");
  }
  return {
    from: { ...mail.from },
    to: mail.to.map((address) => ({ name: "", address })),
    ...(mail.replyTo === undefined ? {} : { replyTo: { name: "", address: mail.replyTo } }),
    envelope: { from: mail.from.address, to: [...mail.recipients] },
    messageId: mail.messageId,
    subject: protectEncodedWords(mail.subject),
    text: mail.text,
    html: mail.html,
    headers: { "Auto-Submitted": "auto-generated" },
    attachments: mail.attachments.map(({ filename, mediaType, content }) => ({
      filename,
      contentType: mediaType,
      content: Buffer.from(content.buffer, content.byteOffset, content.byteLength),
    })),
  };
}

function unsendable(message: string): Error {
  return Object.assign(new Error(message), { code: "EENVELOPE" });
}

/** A server that expects TLS from the start stays silent without it; one that does not answers unencrypted. */
const TLS_HINTS: readonly { readonly of: RegExp; readonly scheme: string; readonly hint: string }[] = [
  {
    of: /^Greeting never received/,
    scheme: "smtp:",
    hint: "If the server expects TLS from the start, SMTP_URL must begin with smtps://.",
  },
  {
    of: /wrong version number/i,
    scheme: "smtps:",
    hint: "If the server does not expect TLS from the start, SMTP_URL must begin with smtp://.",
  },
];

/** The error unchanged, with a hint when the address may have the wrong scheme. */
function withHint(error: unknown, url: string): unknown {
  if (!(error instanceof Error)) return error;
  const found = TLS_HINTS.find(
    ({ of, scheme }) => of.test(error.message) && url.toLowerCase().startsWith(scheme),
  );
  if (found) error.message = `${error.message.trim().replace(/[.:]*$/, "")}. ${found.hint}`;
  return error;
}

/** No recipient was accepted: an error to nodemailer, a receipt to us. Undefined: it is a different error. */
function allRefused(error: unknown): MailReceipt | undefined {
  if (!(error instanceof Error)) return undefined;
  const { command, response, rejectedErrors }: NodemailerError = error;
  if (command !== "RCPT TO" || !rejectedErrors?.length) return undefined;
  return { response: response ?? error.message, accepted: [], refused: rejectedErrors.map(refusalOf) };
}

function refusalOf(error: NodemailerError): TriedRefusal {
  return {
    address: error.recipient ?? "",
    reason: error.response ?? error.message,
    permanent: isPermanent(error),
  };
}
