import { Prisma } from "../../generated/client.ts";
import type { Sql } from "../../sql.ts";
import { canChangeAudit } from "./append-only-sql.ts";

/** Whether this connection's role can change, remove or empty nothing of the audit, nor become a role that can. */
export async function isAppendOnly(tx: Sql): Promise<boolean> {
  const [row] = await tx.$queryRaw<{ safe: boolean }[]>`
    SELECT NOT ${Prisma.raw(canChangeAudit("current_user"))} AS safe`;
  return row?.safe === true;
}
