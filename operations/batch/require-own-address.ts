import { can } from "../../core/access/roles.ts";
import { WaybillError } from "../../core/errors.ts";
import { addressKey } from "../../core/mail/address.ts";
import { findEmail } from "../../prisma/store/person.ts";
import type { Context } from "../context.ts";

/**
 * Refuses a report address that is not the depositor's own: otherwise mails with the depositor's own words could be
 * sent to anybody. People who may deposit for others may name any address. @throws WaybillError `not_allowed`
 */
export async function requireOwnAddress(
  { db, actor }: Context,
  notification: string,
  collectionId: string,
): Promise<void> {
  if (can(actor, "deposit-for-others", collectionId)) return;
  const own = await findEmail(db, actor.id);
  if (own !== undefined && addressKey(own) === addressKey(notification)) return;
  throw new WaybillError(
    "not_allowed",
    `Your role (${actor.role}) can have the report sent to your own address only${own === undefined ? "" : `, ${own}`}. Correct notification or leave it out, or ask an operator.`,
  );
}
