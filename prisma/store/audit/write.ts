import type { Actor } from "../../../core/access/roles.ts";
import type { Tx } from "../../client.ts";

/** One act of a person. `before` and `after`: what it changed, as facts. */
export type Act = {
  /** `<thing>.<verb>` */
  readonly action: string;
  readonly target: string;
  readonly reason?: string | undefined;
  readonly before?: object;
  readonly after?: object;
};

/** Writes who did what, why, and what it changed; in the transaction of the act itself. */
export async function writeAudit(tx: Tx, actor: Actor, act: Act): Promise<void> {
  await tx.audit.create({
    data: {
      actorId: actor.id,
      actor: actor.name,
      via: actor.via,
      action: act.action,
      target: act.target,
      reason: act.reason ?? null,
      ...(act.before && { before: act.before }),
      ...(act.after && { after: act.after }),
    },
  });
}
