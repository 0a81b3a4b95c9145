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
  /** Who makes it, as the mail and the person's page say. */
  readonly by: string;
};

/**
 * Makes a person's one-time link, which ends the one before, and puts a mail with it into the outbox where there is a mail
 * server. Only the hash of its secret is kept; the mail has the secret sealed until it is sent.
 * Call in the transaction of the act that makes it, and announce the mail after that.
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
