import type { Attempts } from "../../core/access/attempts.ts";
import type { AuditedTries } from "../../core/access/audited-tries.ts";
import type { Actor } from "../../core/access/roles.ts";
import { hostOf } from "../../lib/client-address.ts";
import { writeAudit } from "../../prisma/store/audit.ts";
import type { Context } from "../context.ts";
import { recordRefusal } from "./record-refusal.ts";

type Counts = { readonly failed: AuditedTries; readonly used: Attempts };

/**
 * Audits a password sent with a request. A correct one is recorded once an hour for each person and address, since
 * scripts send it with every request; failed ones as `recordRefusal` does. `actor`: its owner; undefined when it
 * failed.
 */
export async function recordPassword(
  ctx: Pick<Context, "db" | "actor" | "now">,
  { email, actor }: { readonly email: string; readonly actor: Actor | undefined },
  counts: Counts,
): Promise<void> {
  if (!actor) return recordRefusal(ctx, email, counts.failed);
  const { address } = ctx.actor;
  const name = JSON.stringify([actor.id, address === undefined ? null : hostOf(address)]);
  if (counts.used.take(name, ctx.now().getTime()) > 0) return;
  try {
    await writeAudit(ctx.db, { ...actor, address }, { action: "password.use", target: actor.id });
  } catch (error) {
    counts.used.giveBack(name);
    throw error;
  }
}
