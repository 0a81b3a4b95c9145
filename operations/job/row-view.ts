import type { Sentence } from "../../core/contracts/sentence.ts";
import type { JobRow } from "../../core/contracts/views.ts";
import { faultOf } from "../../core/fault.ts";
import { INTAKE_HELD } from "../../core/hold/wait-code.ts";
import { whyJobHeld } from "../../core/hold/why-held-job.ts";
import { whyPaused } from "../../core/hold/words.ts";
import { tell, textOf } from "../../core/sentence.ts";
import type { JobListRow } from "../../prisma/store/job/list.ts";

/** For a hold, the one in force is shown; the reason saved when the job began to wait may be out of date. */
function whyItWaits(row: JobListRow): Sentence | null {
  const { state, hold, batchHold, collectionHold, intakeHold, waitCode, waitReason } = row;
  if (state === "Held")
    return whyJobHeld({ own: hold, batch: batchHold, collection: collectionHold, intake: intakeHold });
  if (waitCode === INTAKE_HELD && intakeHold) return whyPaused(intakeHold);
  return waitReason ? tell`${waitReason}` : null;
}

/** A job as lists and its own page show it. */
export function jobRow(row: JobListRow): JobRow {
  const why = whyItWaits(row);
  return {
    id: row.id,
    batchId: row.batchId,
    ordinal: row.ordinal,
    collection: row.collection,
    state: row.state,
    stateAt: row.stateAt.toISOString(),
    createdAt: row.createdAt.toISOString(),
    filename: row.filename,
    title: row.title,
    localIds: row.localIds,
    ark: row.ark,
    waitCode: row.waitCode,
    waitReason: why && textOf(why),
    waitPieces: why,
    fault: faultOf(row),
  };
}
