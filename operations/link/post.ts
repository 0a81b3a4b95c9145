import type { LinkKind, PersonView } from "../../core/contracts/account-views.ts";
import { MailPayload } from "../../core/contracts/mail.ts";
import { type Letter, letterText, letterWords } from "../../core/mail/letter.ts";
import { printable } from "../../core/report/printable.ts";
import { publicUrl } from "../../lib/env.ts";
import { seal } from "../../lib/seal.ts";
import type { Tx } from "../../prisma/client.ts";
import { insertMail } from "../../prisma/store/outbox/mail.ts";
import type { Context } from "../context.ts";

type Posted = {
  readonly person: Pick<PersonView, "name" | "email">;
  readonly kind: LinkKind;
  readonly by: string;
  readonly secret: string;
  readonly expiresAt: Date;
};

/** Shown in the mailbox in place of the link: anyone who read it there could take over the account. */
const HIDDEN = "(the link is only in the mail itself)";

/** Puts the mail with a link into the outbox. Its secret is encrypted for this one row. */
export async function postLink(ctx: Context, tx: Tx, posted: Posted): Promise<void> {
  const { env, uuid } = ctx;
  const { person, kind, by, secret, expiresAt } = posted;
  const id = uuid();
  const letter: Letter = {
    kind,
    name: person.name,
    by,
    address: publicUrl(env),
    expiresAt: expiresAt.toISOString(),
  };
  const sealedSecret = seal(secret, { secret: env.AUTH_SECRET, purpose: "account-link", owner: id });
  const payload = MailPayload.parse({
    from: { name: printable(env.MAIL_FROM_NAME, 80), address: env.MAIL_FROM },
    to: [person.email],
    bcc: [],
    messageId: `<account.${id}@${env.MAIL_FROM.slice(env.MAIL_FROM.lastIndexOf("@") + 1)}>`,
    subject: letterWords(letter).subject,
    text: letterText(letter, HIDDEN),
    html: "",
    attachAs: "link",
    letter: { ...letter, sealedSecret },
  });
  await insertMail(tx, { id, dedupKey: `account:${id}`, batchId: null, reportId: null, payload });
}
