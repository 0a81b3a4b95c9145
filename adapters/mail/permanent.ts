import type { NodemailerError } from "nodemailer";

/** Commands that concern the mail. Failures before them concern us or the server, and an operator can fix them. */
const ABOUT_THE_MAIL = ["MAIL FROM", "RCPT TO", "DATA"];

/** Answers that ask for a sign-in or for TLS. Source: RFC 4954 section 6, RFC 3207 section 4. */
const ABOUT_US = [530, 534, 535, 538];

/** Faults nodemailer finds in the mail itself before anything is sent. */
const UNSENDABLE = ["EENVELOPE", "EMESSAGE", "EMAXRECIPIENTS"];

/**
 * Whether trying the same mail again is pointless. 5xx to the mail itself is permanent (RFC 5321 section 4.2.1;
 * nodemailer leaves out 503); a lost connection, a time-out, 4xx, and refusals of our sign-in or of us as a client are
 * not.
 */
export function isPermanent(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, command, responseCode, permanent }: NodemailerError = error;
  if (responseCode === undefined) return code !== undefined && UNSENDABLE.includes(code);
  if (ABOUT_US.includes(responseCode) || code === "EAUTH") return false;
  return permanent === true && ABOUT_THE_MAIL.includes(command ?? "");
}
