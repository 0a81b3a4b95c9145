import type { LinkKind, MadeLinkView, PersonView } from "../../core/contracts/account-views.ts";
import { isMailAddress } from "../../core/mail/address.ts";
import type { Tx } from "../../prisma/client.ts";
import { putLink } from "../../prisma/store/link.ts";
import type { Context } from "../context.ts";
import { hashOf } from "../token/secret.ts";
import { linkAddress } from "./address.ts";
import { postLink } from "./post.ts";
import { newLinkSecret } from "./secret.ts";

type Wanted = {
  readonly person: PersonView;
  readonly kind: LinkKind;
  /** Who creates it, as shown in the mail and on the person's page. */
  readonly by: string;
};

/**
 * Creates a person's one-time link, which replaces any earlier one, and, if there is a mail server, puts a mail with it
 * into the outbox. Only the hash of its secret is stored; the mail holds the secret encrypted until it is sent. Call it
 * in the transaction of the surrounding action, and publish the mail after the commit.
 */
export async function makeLink(ctx: Context, tx: Tx, { person, kind, by }: Wanted): Promise<MadeLinkView> {
  const { env } = ctx;
  const secret = newLinkSecret();
  const lifeMs = kind === "invitation" ? env.INVITATION_MS : env.RESET_LINK_MS;
  const expiresAt = await putLink(tx, {
    userId: person.id,
    kind,
    hash: hashOf(secret),
    createdBy: by,
    lifeMs,
  });
  const mailed = env.SMTP_URL !== undefined && isMailAddress(person.email);
  if (mailed) await postLink(ctx, tx, { person, kind, by, secret, expiresAt });
  return { kind, url: linkAddress(env, secret), expiresAt: expiresAt.toISOString(), mailed };
}
