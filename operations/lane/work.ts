import { readLaneSettings } from "../../core/lane/settings.ts";
import { type Act, decideTurn, type Turn } from "../../core/lane/turn.ts";
import { loadTurn } from "../../prisma/store/lane/load-turn.ts";
import { releaseClaim } from "../../prisma/store/lane/release-claim.ts";
import type { Context } from "../context.ts";
import { askLedger } from "./ask-ledger.ts";
import { giveUpAttempt } from "./give-up-attempt.ts";
import { handOver } from "./hand-over.ts";
import { leaveUnresolved } from "./leave-unresolved.ts";
import type { LanePorts } from "./ports.ts";
import { submitToLedger } from "./submit-to-ledger.ts";
import { type LaneWork, ledgerOf, type TurnContext } from "./turn-context.ts";

/** A turn yields after this much, so that one busy lane does not keep the others waiting. */
const MOST_ROUNDS = 25;
const MOST_MS = 2_000;

/**
 * Works a lane under its claim as far as it goes now: settles old calls, asks the ledger, hands over what the queuer
 * allows. Gives the claim back. @returns after how many milliseconds the lane wants to be looked at again, or undefined
 */
export async function workLane(ctx: Context, ports: LanePorts, work: LaneWork): Promise<number | undefined> {
  const began = performance.now();
  await ports.faultPoint("lane:claimed");
  for (let round = 1; ; round += 1) {
    const turn = await look(ctx, ports, work);
    if (!turn) return undefined;
    const isOver = round > MOST_ROUNDS || performance.now() - began > MOST_MS;
    if (turn.acts.length === 0) return leave(turn, turn.wakeAt);
    if (isOver) return leave(turn, turn.lane.now);
    await ports.faultPoint("lane:picked");
    // acts of one turn are about different batches
    const done = await Promise.allSettled(turn.acts.map((act) => perform(turn, act)));
    for (const one of done) if (one.status === "rejected") throw one.reason;
    work.signal.throwIfAborted();
  }
}

async function look(
  ctx: Context,
  ports: LanePorts,
  work: LaneWork,
): Promise<(TurnContext & Turn) | undefined> {
  const lane = await loadTurn(ctx.db, work.laneId);
  if (!lane) return undefined;
  const settings = readLaneSettings(lane.settings, ctx.env.LANE_TIMES);
  const isIdempotent = ledgerOf({ ctx, ports, lane })?.ledger.resubmitIsIdempotent ?? false;
  return { ctx, ports, work, lane, settings, ...decideTurn({ ...lane, settings, isIdempotent }) };
}

async function leave({ ctx, work, lane }: TurnContext, dueAt: Date | null): Promise<number | undefined> {
  await releaseClaim(ctx.db, { laneId: lane.id, fence: work.fence, touched: lane.touched, dueAt });
  return dueAt ? Math.max(0, dueAt.getTime() - lane.now.getTime()) : undefined;
}

function perform(turn: TurnContext, act: Act): Promise<void> {
  switch (act.kind) {
    case "submit":
      return turn.lane.backend === "repository"
        ? handOver(turn, act.batchId)
        : submitToLedger(turn, act.batchId);
    case "ask":
      return askLedger(turn, act.batchIds);
    case "lose":
      return giveUpAttempt(turn, act);
    case "give_up":
      return leaveUnresolved(turn, act.batchId);
  }
}
