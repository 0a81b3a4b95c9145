import { Prisma } from "../../generated/client.ts";
import type { Leased } from "./tables.ts";

/** Tables whose rows are given up after some kills; they remember whom they count as dead. */
const COUNTED = ["batch", "job", "check"] as const satisfies readonly Leased[];

export function countsKills(leased: Leased): boolean {
  return COUNTED.some((each) => each === leased);
}

/**
 * Whether the holder of a lease that has run out counts as dead: never this process itself, nor one that has shown up
 * since. One that is merely paused cannot be told from a dead one; it says so when it comes back (lease/release.ts).
 */
function isDead(owner: string): Prisma.Sql {
  return Prisma.sql`(lease_until IS NOT NULL AND lease_owner IS DISTINCT FROM ${owner} AND NOT EXISTS (
    SELECT FROM instance WHERE instance.id = lease_owner AND seen_at > lease_until))`;
}

/** Counts the last holder's death, for a statement that takes the lease for `owner`. Source: docs/reference/states.md, "Kills". */
export function countKill(leased: Leased, owner: string): Prisma.Sql {
  const kills = Prisma.sql`kills = kills + CASE WHEN ${isDead(owner)} THEN 1 ELSE 0 END`;
  if (!countsKills(leased)) return kills;
  return Prisma.sql`${kills}, kill_fences = CASE WHEN ${isDead(owner)}
    THEN CASE WHEN kills = 0 THEN ARRAY[fence] ELSE kill_fences || fence END ELSE kill_fences END`;
}
