import * as z from "zod";
import { LINK_KINDS } from "../contracts/account-views.ts";

/**
 * A mail about an account, as facts: the worker renders it when it sends it, since the link's secret is nowhere in plain
 * before. `sealedSecret`: lib/seal.ts, for the outbox row; gone once the mail was sent or given up.
 */
export const Letter = z.strictObject({
  kind: z.enum(LINK_KINDS),
  name: z.string(),
  by: z.string(),
  /** Where the installation is. */
  address: z.string(),
  /** ISO 8601. */
  expiresAt: z.string(),
  sealedSecret: z.string().optional(),
});
export type Letter = z.infer<typeof Letter>;

/** What a letter says, part by part. */
export type LetterWords = {
  readonly subject: string;
  readonly before: readonly string[];
  /** What the link is called. */
  readonly act: string;
  readonly after: readonly string[];
};

/** The words of a letter. Source: docs/reference/mail.md, "Mails about accounts". */
export function letterWords(letter: Letter): LetterWords {
  const until = `${letter.expiresAt.slice(0, 16).replace("T", " ")} UTC`;
  const once = `The link works once, until ${until}. A newer one ends it.`;
  if (letter.kind === "invitation") {
    return {
      subject: "You are invited to Waybill",
      before: [
        `Hello ${letter.name},`,
        `${letter.by} has created an account for you at ${letter.address}. Choose a password to begin.`,
      ],
      act: "Choose a password",
      after: [once, "If you did not expect this, do nothing: without a password nobody can use the account."],
    };
  }
  return {
    subject: "Choose a new password for Waybill",
    before: [
      `Hello ${letter.name},`,
      letter.by === ASKED_AT_SIGN_IN
        ? `Someone, probably you, said at ${letter.address} that you have forgotten your password.`
        : `${letter.by} has made a link for you to choose a new password at ${letter.address}.`,
    ],
    act: "Choose a new password",
    after: [once, "If this was not you, do nothing: your password stays as it is."],
  };
}

/** Who made a link that somebody asked for at the sign-in page. */
export const ASKED_AT_SIGN_IN = "the sign-in page";

/** The plain-text part. `link`: its address, or what stands for it where nobody is to see it. */
export function letterText(letter: Letter, link: string): string {
  const { before, act, after } = letterWords(letter);
  return [...before, `${act}:\n${link}`, ...after].join("\n\n").concat("\n");
}
