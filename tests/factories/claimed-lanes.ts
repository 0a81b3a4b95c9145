import { endMoves } from "../../core/lane/end-moves.ts";
import { AT_REST } from "../../core/lane/submission.ts";
import type { Db } from "../../prisma/client.ts";
import type { Sql } from "../../prisma/sql.ts";
import type { Ended } from "../../prisma/store/attempt/serial.ts";
import { openLaneSteps } from "../../prisma/store/lane/gathered.ts";
import { type LaneScene, makeLaneScene } from "./lane-scene.ts";

const TIMES = { postTimeoutMs: 1_000, settleMs: 500 };
const OWNER = "w";

/** How a batch stands that was sent and not answered. */
export const TAKEN = { submitted: true, status: null } as const;

/** The change of a batch its ledger has taken. */
export const ACCEPTED = {
  ...AT_REST,
  submitted: true,
  status: "Pending",
  accepted: "now",
  nextCheckInMs: 0,
} as const;

async function makeClaimed(db: Db): Promise<LaneScene> {
  const scene = await makeLaneScene(db);
  const later = new Date(Date.now() + 600_000);
  const claim = { fence: 5n, leaseOwner: OWNER, leaseUntil: later, leaseLast: later };
  await db.lane.update({ where: { id: scene.laneId }, data: claim });
  return scene;
}

/** A lane claimed under fence 5, with one untouched batch. */
export async function claimedLane(db: Db) {
  const scene = await makeClaimed(db);
  const { laneId } = scene;
  const batchId = await scene.add("Pending");
  const attempt = { laneId, batchId, instance: OWNER, submitted: false, status: null, ...TIMES };
  return { ...scene, batchId, attempt, batch: () => db.batch.findUniqueOrThrow({ where: { id: batchId } }) };
}

/** Lanes claimed under fence 5, each with two batches in line. */
export async function claimedLanes(db: Db, count: number) {
  const lanes = [];
  for (let place = 0; place < count; place += 1) {
    const scene = await makeClaimed(db);
    const batchIds = [await scene.add("Pending"), await scene.add("Pending")];
    lanes.push({
      ...scene,
      batchIds,
      claimed: { laneId: scene.laneId, fence: 5n, instance: OWNER, ...TIMES },
    });
  }
  return lanes;
}

/** A batch that the ledger has committed, or found invalid, without recipients. */
export function ended(
  batchId: string,
  from: Ended["from"],
  status: "Committed" | "Invalid" = "Committed",
): Ended {
  const change = { ...AT_REST, submitted: true, status } as const;
  const moves = endMoves(change, true).map((move) => ({ ...move, actor: "Waybill" }));
  return { batchId, from, change, moves, actor: "Waybill" };
}

/** The same of one that its ledger took by this attempt; neither is recorded yet. */
export function finish(batchId: string, attemptId: bigint, status?: "Committed" | "Invalid"): Ended {
  const answer = {
    attemptId,
    fence: 5n,
    outcome: "accepted",
    httpStatus: 202,
    ledgerCode: null,
    message: null,
    isOver: true,
  };
  const accepted = { answer, change: ACCEPTED };
  return { ...ended(batchId, { submitted: true, status: "Pending" }, status), accepted };
}

/** The moves of a batch so far, in order. */
export async function movesOf(db: Db, batchId: string): Promise<readonly string[]> {
  const events = await db.event.findMany({ where: { batchId }, orderBy: { id: "asc" } });
  return events.map(({ from, to }) => `${from} ${to}`);
}

/** Those of one that was begun, taken, committed and told nobody of. */
export const COMMITTED = [
  "Pending Processing",
  "submitting Pending",
  "Pending Committed",
  "Processing Reporting",
  "Reporting Completed",
];

/**
 * The steps of lanes, with the statements that went through them. `fails`: how many statements fail first, and whether
 * before they are made or after their commit, as when the connection breaks before the answer; `meanwhile`: what happens
 * then.
 */
export function watchedSteps(
  db: Db,
  { fails = 0, after = false, meanwhile = async (): Promise<unknown> => undefined } = {},
) {
  const said: string[] = [];
  const failed: unknown[] = [];
  let left = fails;
  const pass = async <Result>(
    text: Parameters<Sql["$queryRaw"]>[0],
    act: () => Promise<Result>,
  ): Promise<Result> => {
    said.push("raw" in text ? text.join("?") : text.sql);
    left -= 1;
    if (left < 0) return act();
    if (after) await act();
    await meanwhile();
    throw new Error("the group fails");
  };
  const sql: Sql = {
    $queryRaw: (text, ...values) => pass(text, () => db.$queryRaw(text, ...values)),
    $executeRaw: (text, ...values) => pass(text, () => db.$executeRaw(text, ...values)),
  };
  const onFailed = (error: unknown, lanes: number) => failed.push([String(error), lanes]);
  return { steps: openLaneSteps(sql, { onFailed }), said, failed };
}
