import type { TokenView } from "../../core/contracts/views.ts";
import { QueueError } from "../../core/errors.ts";
import { writeAudit } from "../../prisma/store/audit/write.ts";
import { findTokenRow } from "../../prisma/store/token/find.ts";
import { revokeTokenRow } from "../../prisma/store/token/revoke.ts";
import { allow } from "../allow.ts";
import type { Context } from "../context.ts";
import { tokenView } from "./view.ts";

/**
 * Ends one of the actor's own tokens at once. Doing it again changes nothing.
 * @throws QueueError `not_allowed`, `not_found` (also for other people's tokens)
 */
export async function revokeToken({ db, actor, now }: Context, tokenId: string): Promise<TokenView> {
  allow(actor, "manage-own-tokens");
  const row = await db.$transaction(async (tx) => {
    const revoked = await revokeTokenRow(tx, { id: tokenId, userId: actor.id, at: now() });
    if (!revoked) return findTokenRow(tx, tokenId, actor.id);
    await writeAudit(tx, actor, { action: "token.revoke", target: tokenId, before: { name: revoked.name } });
    return revoked;
  });
  if (!row) throw new QueueError("not_found", "You have no such token.");
  return tokenView(row);
}
