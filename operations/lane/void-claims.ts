import { hasDeadClaims, voidDeadClaims } from "../../prisma/store/lane/turn.ts";
import type { Context } from "../context.ts";

/** Frees lanes whose workers no longer renew their claims, and has them looked at. Call it about once a second. */
export async function voidClaims({
  db,
  log,
  changes,
}: Pick<Context, "db" | "log" | "changes">): Promise<void> {
  if (!(await hasDeadClaims(db))) return;
  const lanes = await voidDeadClaims(db);
  if (lanes === 0) return;
  log.info({ lanes }, "took over the claims of dead workers");
  changes.note({ due: true });
}
