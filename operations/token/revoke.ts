import type { TokenView } from "../../core/contracts/account-views.ts";
import { WaybillError } from "../../core/errors.ts";
import { writeAudit } from "../../prisma/store/audit.ts";
import { findTokenRow, revokeTokenRow } from "../../prisma/store/token.ts";
import { allow, needSession } from "../allow.ts";
import type { Context } from "../context.ts";
import { tokenView } from "./view.ts";

type Which = { readonly tokenId: string; readonly personId: string };

/**
 * Revokes a token at once: the actor's own or, for an admin, anybody's. Repeating it changes nothing.
 * @throws WaybillError `not_allowed`, `session_needed`, `not_found` (also when the token is not the named person's)
 */
export async function revokeToken(
  { db, actor, changes }: Context,
  { tokenId, personId }: Which,
): Promise<TokenView> {
  allow(actor, personId === actor.id ? "manage-own-tokens" : "manage-people");
  needSession(actor);
  const row = await db.$transaction(async (tx) => {
    const revoked = await revokeTokenRow(tx, { id: tokenId, userId: personId });
    if (!revoked) return findTokenRow(tx, tokenId, personId);
    await writeAudit(tx, actor, {
      action: "token.revoke",
      target: tokenId,
      ownerId: personId,
      before: { name: revoked.name, owner: personId },
    });
    return revoked;
  });
  if (!row) throw new WaybillError("not_found", "There is no such token.");
  changes.note({ people: true });
  return tokenView(row);
}
