import type { LinkView } from "../../core/contracts/account-views.ts";
import { WaybillError } from "../../core/errors.ts";
import type { Tx } from "../../prisma/client.ts";
import { findLinkByHash, type OwnedLinkRow } from "../../prisma/store/link.ts";
import { countWorkingTokens } from "../../prisma/store/token.ts";
import type { Context } from "../context.ts";
import { hashOf } from "../token/secret.ts";
import { isLinkSecret } from "./secret.ts";

/**
 * Whose one-time link this is and what it is for, as shown to whoever has it. Does not use it up.
 * @throws WaybillError `link_ended`
 */
export async function lookUpLink({ db }: Pick<Context, "db">, secret: string): Promise<LinkView> {
  const { kind, name, email, expiresAt, userId } = await getLink(db, secret);
  const tokens = await countWorkingTokens(db, userId);
  return { kind, name, email, expiresAt: expiresAt.toISOString(), tokens };
}

/**
 * The link with this secret, while it is valid.
 * @throws WaybillError `link_ended`; it never says why, nor whether there was one
 */
export async function getLink(tx: Tx, secret: string): Promise<OwnedLinkRow> {
  const link = isLinkSecret(secret) ? await findLinkByHash(tx, hashOf(secret)) : undefined;
  if (!link) throw linkEnded();
  return link;
}

export function linkEnded(): WaybillError {
  return new WaybillError(
    "link_ended",
    "This link is no longer valid: it was used, replaced by a newer one, or has expired. Ask for a new one.",
  );
}
