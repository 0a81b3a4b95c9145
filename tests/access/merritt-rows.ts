import { writeState } from "../../core/merritt/write-state.ts";
import type { Context } from "../../operations/context.ts";
import { depositAsMerritt } from "../../operations/merritt/deposit.ts";
import { getBatchState } from "../../operations/merritt/get-batch-state.ts";
import { getJobState } from "../../operations/merritt/get-job-state.ts";
import { getQueueState } from "../../operations/merritt/get-queue-state.ts";
import { getServiceState } from "../../operations/merritt/get-service-state.ts";
import { listJobsOfBatch } from "../../operations/merritt/list-jobs-of-batch.ts";
import { listRecentBatches } from "../../operations/merritt/list-recent-batches.ts";
import { everybody, list, one, type RouteRow, working } from "./route-row.ts";
import { upload } from "./upload.ts";
import type { World } from "./world.ts";

const deposit = (ctx: Context, { collection }: World, update: boolean) =>
  depositAsMerritt(ctx, {
    receive: upload({ profile: `${collection.slug}_content` }),
    address: { update },
    idempotencyKey: null,
    userAgent: null,
    onResponseForm: () => undefined,
  });

const depositing = (route: RouteRow["route"], update: boolean): RouteRow => ({
  route,
  expect: { ...working, stranger: "unknown_collection" },
  call: (ctx, world) => deposit(ctx, world, update),
  changes: "fresh",
});

/** The routes of Merritt's clients. */
export const MERRITT_ROWS: readonly RouteRow[] = [
  depositing("POST poster/[verb]", false),
  depositing("POST poster/[verb]/[scheme]/[shoulder]/[object]", false),
  depositing("POST object/ingest", false),
  depositing("POST object/update", true),
  { route: "GET poster/state", expect: everybody("ok"), call: getServiceState },
  {
    route: "GET poster/state/queue",
    expect: list,
    call: async (ctx) => writeState(await getQueueState(ctx), "xml"),
    sought: ({ openBatchId }) => openBatchId,
  },
  {
    route: "GET poster/state/queue/[batch]",
    expect: one,
    call: (ctx, { batchId }) => getBatchState(ctx, { batchId, after: 0 }),
  },
  {
    route: "GET poster/state/queue/[batch]/[job]",
    expect: one,
    call: (ctx, { batchId, jobId }) => getJobState(ctx, { batchId, jobId }),
  },
  {
    route: "GET poster/admin/bid/[batch]",
    expect: one,
    call: (ctx, { batchId }) => listJobsOfBatch(ctx, batchId),
  },
  {
    route: "GET poster/admin/bids/[days]",
    expect: list,
    call: (ctx) => listRecentBatches(ctx, "1"),
    sought: ({ batchId }) => batchId,
  },
];
