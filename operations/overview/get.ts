import type { OverviewQuery } from "../../core/contracts/overview-requests.ts";
import type { OverviewView } from "../../core/contracts/overview-views.ts";
import { MOST_COUNTED, needsOf, type WaitingFacts } from "../../core/overview/needs.ts";
import { FIGURE_RANGES } from "../../core/overview/ranges.ts";
import { listInstances } from "../../prisma/store/instance.ts";
import { listFigures } from "../../prisma/store/overview/figures.ts";
import { listSlowLanes, type SlowLane } from "../../prisma/store/overview/slow-lanes.ts";
import { findLatestFindings, listWaiting } from "../../prisma/store/overview/waiting.ts";
import { readUploadUse } from "../../prisma/store/space.ts";
import { listAlarms } from "../alarm/list.ts";
import { allow } from "../allow.ts";
import { findQuota } from "../batch/largest-upload.ts";
import type { Context } from "../context.ts";
import { listIncidents } from "../incident/list.ts";

const MOST_LANES = 10;
/** A worker shows up every few seconds. */
const WORKER_FRESH_MS = 30_000;

/**
 * What an operator looks at first: what needs a person, incidents, working storage, the slowest lanes, workers.
 * @throws WaybillError `not_allowed`
 */
export async function getOverview(
  ctx: Pick<Context, "db" | "actor" | "env">,
  { range }: OverviewQuery,
): Promise<OverviewView> {
  const { db, actor } = ctx;
  const { hours, stepHours } = FIGURE_RANGES[range];
  allow(actor, "read-alarms");
  const [alarms, facts, incidents, figures, storage, lanes, workers] = await Promise.all([
    listAlarms(ctx),
    readWaiting(ctx),
    listIncidents(ctx),
    listFigures(db, hours, stepHours),
    readStorage(ctx),
    listSlowLanes(db, MOST_LANES),
    listInstances(db, WORKER_FRESH_MS),
  ]);
  return {
    needs: needsOf(alarms, facts),
    incidents,
    figures: { range, points: figures.map(({ at, ...point }) => ({ at: at.toISOString(), ...point })) },
    storage,
    lanes: lanes.map(laneView),
    workers: workers.map(({ name, startedAt, seenAt, lacks }) => ({
      name,
      startedAt: startedAt.toISOString(),
      seenAt: seenAt.toISOString(),
      lacks,
    })),
  };
}

async function readWaiting({ db }: Pick<Context, "db">): Promise<WaitingFacts> {
  const [waiting, findings] = await Promise.all([
    listWaiting(db, MOST_COUNTED),
    findLatestFindings(db, MOST_COUNTED),
  ]);
  const of = (kind: Parameters<typeof waiting.get>[0]) => waiting.get(kind) ?? null;
  return {
    callbacks_failed: of("callbacks_failed"),
    mails_failed: of("mails_failed"),
    held_intake: of("held_intake"),
    held_collections: of("held_collections"),
    held_lanes: of("held_lanes"),
    held_batches: of("held_batches"),
    held_jobs: of("held_jobs"),
    check_findings: findings ?? null,
    checkId: findings?.id ?? null,
  };
}

async function readStorage(ctx: Pick<Context, "db" | "env">): Promise<OverviewView["storage"]> {
  const quotaBytes = await findQuota(ctx);
  if (quotaBytes === undefined) return null;
  const { runningBytes, keptBytes } = await readUploadUse(ctx.db);
  return { quotaBytes, runningBytes, uploadBytes: keptBytes };
}

function laneView({ createdAt, ...lane }: SlowLane): OverviewView["lanes"][number] {
  return { ...lane, since: createdAt.toISOString() };
}
