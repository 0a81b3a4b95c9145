import type { Actor } from "../../../core/access/roles.ts";
import type { AuditAction } from "../../../core/audit/actions.ts";
import type { Tx } from "../../client.ts";

/** Who acted and how they came, as the row keeps it. `id` null: nobody who was known then. */
export type Author = Pick<Actor, "name" | "email" | "via" | "token" | "address"> & {
  readonly id: string | null;
};

/** One act. `before` and `after`: what it changed, as facts. `ownerId`: of an act on a token, whose it is. */
export type Act = {
  readonly action: AuditAction;
  readonly target: string;
  readonly ownerId?: string;
  readonly reason?: string | undefined;
  readonly before?: object;
  readonly after?: object;
};

/**
 * Writes who did what, how they came, why, and what it changed; in the transaction of the act itself. When it was is the
 * database's to say.
 */
export async function writeAudit(tx: Tx, author: Author, act: Act): Promise<void> {
  await tx.audit.create({
    data: {
      actorId: author.id,
      actor: author.name,
      email: author.email ?? null,
      via: author.via,
      tokenId: author.token?.id ?? null,
      token: author.token?.name ?? null,
      address: author.address ?? null,
      action: act.action,
      target: act.target,
      ownerId: act.ownerId ?? null,
      reason: act.reason ?? null,
      ...(act.before && { before: act.before }),
      ...(act.after && { after: act.after }),
    },
  });
}
