import { readLaneSettings } from "../../core/lane/settings.ts";
import { type Act, decideTurn, type Turn } from "../../core/lane/turn.ts";
import { APPLIES_ONCE } from "../../core/ledger/ports.ts";
import { trimEndOf } from "../../core/trim-signs.ts";
import type { LaneTurn } from "../../prisma/store/lane/turn.ts";
import type { Context } from "../context.ts";
import type { RunEnd } from "./ask.ts";
import { askLedger } from "./ask-ledger.ts";
import type { Connection, TurnContext } from "./context.ts";
import { delayBatch } from "./delay.ts";
import { giveUpAttempt } from "./give-up-attempt.ts";
import { handOver } from "./hand-over.ts";
import { leaveUnresolved } from "./leave-unresolved.ts";
import type { LanePorts } from "./ports.ts";
import { submitNext } from "./run-on.ts";
import { submitToLedger } from "./submit.ts";

/** A lane claimed by a worker, the claim's fence, and the signal to stop. */
export type LaneWork = { readonly laneId: string; readonly fence: bigint; readonly signal: AbortSignal };

/**
 * Works a lane under its claim as far as possible now: closes old calls, polls the ledger, and hands over what the
 * queuer allows. Gives the claim back after LANE_STEPS or LANE_TURN_MS at the latest, so that a busy lane does not keep
 * others waiting. @returns after how many milliseconds the lane must be worked again, or undefined
 */
export async function workLane(ctx: Context, ports: LanePorts, work: LaneWork): Promise<number | undefined> {
  const began = performance.now();
  const { LANE_STEPS, LANE_TURN_MS } = ctx.env;
  await ports.faultPoint("lane:claimed");
  let steps = 0;
  const isOver = () => {
    steps += 1;
    // one step is always taken, or a lane might be read again and again without progress
    const isLate = steps > 1 && performance.now() - began > LANE_TURN_MS;
    return steps > LANE_STEPS || isLate || work.signal.aborted;
  };
  for (;;) {
    const turn = await look(ctx, ports, work, isOver);
    if (!turn) return undefined;
    if (turn.acts.length === 0) return leave(turn, turn.wakeAt);
    if (isOver()) return leave(turn, turn.lane.now);
    await ports.faultPoint("lane:picked");
    const ends = await performAll(turn);
    work.signal.throwIfAborted();
    if (ends.length === 1 && ends[0] === "empty") return leave(turn, null);
  }
}

async function look(
  ctx: Context,
  ports: LanePorts,
  work: LaneWork,
  isOver: () => boolean,
): Promise<(TurnContext & Turn) | undefined> {
  const readAt = performance.now();
  const lane = await ports.steps.load(work.laneId);
  if (!lane) return undefined;
  const settings = readLaneSettings(lane.settings, ctx.env.LANE_TIMES);
  const isIdempotent = lane.backend !== "repository" && APPLIES_ONCE[lane.backend];
  const { postTimeoutMs, settleMs } = settings;
  const turn: TurnContext = {
    ctx,
    ports,
    lane,
    settings,
    connection: connectionOf(ctx, ports, lane),
    claim: { laneId: lane.id, fence: work.fence, instance: ports.instance, postTimeoutMs, settleMs },
    signal: work.signal,
    readAt,
    heard: { isSilent: lane.silentSince !== null },
    isOver,
  };
  return { ...turn, ...decideTurn({ ...lane, settings, isIdempotent }) };
}

function connectionOf(
  { env }: Context,
  { ledgers }: LanePorts,
  { backend, ledger, serviceId }: LaneTurn,
): Connection | undefined {
  const connection = ledger === null ? undefined : env.LEDGERS[ledger];
  if (backend === "repository" || !connection) return undefined;
  const { url, headers } = connection;
  return { ledger: ledgers[backend], target: { serviceId, url: trimEndOf(url, "/"), headers } };
}

async function leave({ ports, claim, lane }: TurnContext, dueAt: Date | null): Promise<number | undefined> {
  await ports.steps.release({ laneId: lane.id, fence: claim.fence, touched: lane.touched, dueAt });
  return dueAt ? Math.max(0, dueAt.getTime() - lane.now.getTime()) : undefined;
}

/** Performs all actions of a turn; each concerns a different batch. */
async function performAll(turn: TurnContext & Turn): Promise<readonly (RunEnd | undefined)[]> {
  if (turn.lane.backend === "repository") {
    // each locks the lane's row, so running them one after the other is as fast, and it keeps the order of acceptance
    // at any width: what is behind one that found no room waits with it, whatever room there is a moment later
    const ends: (RunEnd | undefined)[] = [];
    let hasRoom = true;
    for (const act of turn.acts) {
      if (act.kind !== "submit") ends.push(await perform(turn, act));
      else if (hasRoom) hasRoom = await handOver(turn, act.batchId);
    }
    return ends;
  }
  const done = await Promise.allSettled(turn.acts.map((act) => perform(turn, act)));
  return done.map((one) => {
    if (one.status === "rejected") throw one.reason;
    return one.value;
  });
}

async function perform(turn: TurnContext, act: Act): Promise<RunEnd | undefined> {
  const { ordering } = turn.lane;
  switch (act.kind) {
    case "submit":
      if (ordering === "serial" && act.how === "new") return submitNext(turn, act.batchId);
      await submitToLedger(turn, act.batchId);
      return undefined;
    case "ask":
      return askLedger(turn, act.batchIds);
    case "lose":
      await giveUpAttempt(turn, act);
      return undefined;
    case "delay":
      await delayBatch(turn, act.batchId);
      return undefined;
    case "give_up":
      await leaveUnresolved(turn, act.batchId);
      return undefined;
  }
}
