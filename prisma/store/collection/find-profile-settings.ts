import type { Sql } from "../../sql.ts";

/** The settings of a version of a profile, which never change. */
export async function findProfileSettings(tx: Sql, profileVersionId: string): Promise<unknown> {
  const [version] = await tx.$queryRaw<{ settings: unknown }[]>`
    SELECT settings FROM profile_version WHERE id = ${profileVersionId}`;
  return version?.settings;
}
