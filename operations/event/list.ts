import { can, reachOf } from "../../core/access/roles.ts";
import type { EventQuery } from "../../core/contracts/requests.ts";
import type { EventView, Page } from "../../core/contracts/views.ts";
import { WaybillError } from "../../core/errors.ts";
import { findCollectionOfBatch } from "../../prisma/store/batch/load.ts";
import { type EventRow, listEvents as listEventRows } from "../../prisma/store/event.ts";
import { findCollectionOfJob } from "../../prisma/store/job/load.ts";
import { pageOf } from "../../prisma/store/page.ts";
import type { Reach } from "../../prisma/store/within.ts";
import type { Context } from "../context.ts";

/**
 * What happened, newest first: to one batch, to one job, or to everything the actor may read.
 * @throws WaybillError `not_found` (a batch or job that is not there, or that the actor may not read)
 */
export async function listEvents(ctx: Context, query: EventQuery): Promise<Page<EventView>> {
  const { batch, job, limit } = query;
  const reach = await reachOfEvents(ctx, query);
  const before = readCursor(query.cursor);
  const rows = await listEventRows(ctx.db, { reach, batchId: batch, jobId: job, before, limit });
  return pageOf(rows, limit, ({ id }) => id.toString(), eventView);
}

/** Once the batch or job is known to be readable, its events need no further check. */
async function reachOfEvents({ db, actor }: Context, { batch, job }: EventQuery): Promise<Reach> {
  if (batch === undefined && job === undefined) return reachOf(actor, "read");
  const owners = await Promise.all([
    batch === undefined ? [] : findCollectionOfBatch(db, batch),
    job === undefined ? [] : findCollectionOfJob(db, job),
  ]);
  const readable = owners.flat().every((id) => id !== undefined && can(actor, "read", id));
  if (!readable) throw new WaybillError("not_found", "There is no such batch or job, or you cannot see it.");
  return "all";
}

/** The last event's id; invalid text reads as the first page. */
function readCursor(cursor: string | undefined): bigint | undefined {
  return cursor !== undefined && /^\d{1,18}$/.test(cursor) ? BigInt(cursor) : undefined;
}

function eventView({ id, at, ...event }: EventRow): EventView {
  return { id: id.toString(), at: at.toISOString(), ...event };
}
