import type { JobRow } from "../../core/contracts/views.ts";
import { faultOf } from "../../core/fault.ts";
import { whyJobHeld } from "../../core/hold/why-held-job.ts";
import type { JobListRow } from "../../prisma/store/job/list.ts";

function whyHeld({ hold, batchHold, collectionHold, intakeHold }: JobListRow): string | null {
  return whyJobHeld({ own: hold, batch: batchHold, collection: collectionHold, intake: intakeHold });
}

/** A job as lists and its own page show it. */
export function jobRow(row: JobListRow): JobRow {
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
    waitReason: row.state === "Held" ? whyHeld(row) : row.waitReason,
    fault: faultOf(row),
  };
}
