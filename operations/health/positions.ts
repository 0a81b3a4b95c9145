import { isLate } from "../../core/sequencer/late.ts";
import type { Sql } from "../../prisma/sql.ts";
import { readLatest } from "../../prisma/store/sequencer.ts";

/**
 * Whether what is accepted gets its position now: `given`; `late`: nobody has given any for 5 s or more, because no worker runs,
 * or none reaches the store of the order; `none`: nobody ever has. Read from the database, so it also holds of an order that
 * something else decides. `tickMs`: of the sequencer.
 */
export async function positionsHealth(
  db: Sql,
  tickMs: number,
): Promise<{ readonly positions: "given" | "late" | "none" }> {
  const latest = await readLatest(db);
  if (!latest) return { positions: "none" };
  const { beat, ageMs } = latest;
  return { positions: isLate({ ageMs, period: beat.period }, tickMs) ? "late" : "given" };
}
