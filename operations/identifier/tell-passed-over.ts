import type { Sql } from "../../prisma/sql.ts";
import { writeEvent } from "../../prisma/store/event.ts";
import type { StageInput } from "../stage/stage.ts";

/**
 * ARKs a job does not get. `taken`: its own ARK, now used by another object; `others`: how many more were already in
 * use.
 */
export type PassedOver = { readonly taken: string | undefined; readonly others: number };

/** Records in a job's timeline which minted ARKs it does not get, if any. */
export async function tellPassedOver(
  tx: Sql,
  { id, batchId }: StageInput["job"],
  { taken, others }: PassedOver,
): Promise<void> {
  const count = others + (taken === undefined ? 0 : 1);
  if (count === 0) return;
  const what = count === 1 ? "One minted ARK was" : `${count} minted ARKs were`;
  const which = taken === undefined ? "" : `, the job's own ${taken} among them`;
  await writeEvent(tx, {
    kind: "job.identifier-passed-over",
    batchId,
    jobId: id,
    actor: "Waybill",
    reason: `${what} in use here already${which}. The object gets the next one.`,
  });
}
