import type { Sql } from "../../sql.ts";

/** Whether this connection's role can change, remove or empty nothing of the audit, nor become a role that can. */
export async function isAppendOnly(tx: Sql): Promise<boolean> {
  const [row] = await tx.$queryRaw<{ safe: boolean }[]>`
    SELECT NOT (
      has_table_privilege('audit', 'UPDATE, DELETE, TRUNCATE, TRIGGER')
      OR pg_has_role((SELECT relowner FROM pg_class WHERE oid = 'audit'::regclass), 'MEMBER')
    ) AS safe`;
  return row?.safe === true;
}
