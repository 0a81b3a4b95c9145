import type { Sql } from "../../sql.ts";

const KEY = "installation-id";

/** The installation's own id, made at the first call: keeps the first one anybody offers and answers it. */
export async function installationId(tx: Sql, offered: string): Promise<string> {
  const [row] = await tx.$queryRaw<{ value: string }[]>`
    INSERT INTO setting (key, value) VALUES (${KEY}, ${JSON.stringify(offered)}::jsonb)
    ON CONFLICT (key) DO UPDATE SET key = excluded.key
    RETURNING value #>> '{}' AS value`;
  return row?.value ?? offered;
}
