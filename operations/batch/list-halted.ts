import type { BatchListRow } from "../../prisma/store/batch/read.ts";
import { listLaneAlarms } from "../../prisma/store/lane/alarms.ts";
import { listLaneBatchesById } from "../../prisma/store/lane/batches.ts";
import type { Context } from "../context.ts";

/** No batches: only the lanes themselves are examined. */
const NONE: readonly string[] = [];

/**
 * Of the batches whose ledger does not answer, the ids of those whose lane has halted. At most 200 rows; costs nothing
 * while ledgers answer.
 */
export async function listHalted(
  { db, env }: Pick<Context, "db" | "env">,
  rows: readonly Pick<BatchListRow, "id" | "silentSince">[],
): Promise<ReadonlySet<string>> {
  const silent = rows.filter(({ silentSince }) => silentSince !== null).map(({ id }) => id);
  if (silent.length === 0) return new Set();
  const batches = await listLaneBatchesById(db, silent);
  const laneIds = [...new Set(batches.map(({ laneId }) => laneId))];
  const alarms = await listLaneAlarms(db, laneIds, env.LANE_TIMES, NONE);
  const halted = new Set(alarms.filter(({ kind }) => kind === "halted").map(({ laneId }) => laneId));
  return new Set(batches.filter(({ laneId }) => halted.has(laneId)).map(({ id }) => id));
}
