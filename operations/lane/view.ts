import { type Actor, can, reachOf } from "../../core/access/roles.ts";
import {
  type AlarmView,
  type AttemptView,
  DEPTH_MOST,
  type InstanceView,
  type LaneBatchView,
  type LaneRow,
} from "../../core/contracts/lane-views.ts";
import { type AlarmFacts, worstAlarm } from "../../core/lane/alarm.ts";
import { isFinal } from "../../core/lane/facts.ts";
import { mayStillApply, stillAppliesSentence } from "../../core/lane/may-still-apply.ts";
import { readLaneSettings } from "../../core/lane/settings.ts";
import { textOf } from "../../core/sentence.ts";
import type { InstanceRow } from "../../prisma/store/instance.ts";
import type { LaneBatchRow } from "../../prisma/store/lane/batches.ts";
import type { AttemptRow, LaneViewRow } from "../../prisma/store/lane/view.ts";
import { canAsk, isOpenToDecision, isUnderWay, mayStillCome } from "./offers.ts";
import { type AroundWhy, haltedOf, heldOf, whyOf } from "./why-lane.ts";

/** What a lane's view needs in addition to its row. */
export type Around = AroundWhy & { readonly alarms: readonly AlarmFacts[] };

/** Why a lane is halted, for readers who may not see the reason. */
const HALTED = "its ledger or an operator halted it";

const iso = (at: Date | null) => at?.toISOString() ?? null;

/** A lane as this actor sees it: batches of collections the actor may not read are counted but not shown. */
export function laneRow(lane: LaneViewRow, around: Around): LaneRow {
  const { actor, head, timeScale, alarms } = around;
  const reach = reachOf(actor, "read");
  const facts = { ...lane, collectionIds: lane.collections.map(({ id }) => id) };
  const [held, halted] = [heldOf(lane), haltedOf(facts, actor)];
  const isShown = head !== undefined && can(actor, "read", head.collectionId);
  const settings = readLaneSettings(lane.settings, timeScale);
  return {
    serviceId: lane.serviceId,
    backend: lane.backend,
    ordering: lane.ordering,
    width: lane.width,
    collections: lane.collections
      .filter(({ id }) => reach === "all" || reach.includes(id))
      .map(({ slug }) => slug),
    depth: Math.min(lane.depth, DEPTH_MOST),
    depthIsMore: lane.depth > DEPTH_MOST,
    open: lane.open,
    head: isShown ? batchView(head, lane, actor) : null,
    why: whyOf(facts, around),
    alarm: alarmView(worstAlarm(alarms, settings, lane.now)),
    claim: claimView(lane),
    held: held && { ...held, at: held.at.toISOString() },
    halted: halted && { reason: halted.reason ?? HALTED, at: halted.at.toISOString() },
  };
}

function alarmView(alarm: ReturnType<typeof worstAlarm>): AlarmView | null {
  if (!alarm) return null;
  const { kind, sentence, batches, since } = alarm;
  return { kind, sentence: textOf(sentence), pieces: sentence, batches, since: since.toISOString() };
}

function claimView({ leaseOwner, leaseUntil, leaseLast, fence, now }: LaneViewRow): LaneRow["claim"] {
  if (leaseOwner === null || leaseUntil === null) return null;
  return {
    instance: leaseOwner,
    fence: fence.toString(),
    leftMs: Math.max(0, leaseUntil.getTime() - now.getTime()),
    expiresAt: leaseUntil.toISOString(),
    lastUntil: iso(leaseLast),
  };
}

/** A batch of a lane, with what the actor may do about it now. */
export function batchView(
  batch: LaneBatchRow,
  { backend, now }: Pick<LaneViewRow, "backend" | "now">,
  actor: Actor,
): LaneBatchView {
  const maySteer = can(actor, "steer-lane");
  const isFree = maySteer && !isFinal(batch) && !isUnderWay(batch, backend, now);
  const isOpen = isFree && backend !== "repository" && isOpenToDecision(batch) && !mayStillCome(batch, now);
  const still = mayStillApply(batch, backend, now);
  const risk = still && stillAppliesSentence(still, batch, now);
  return {
    id: batch.id,
    laneSeq: batch.laneSeq.toString(),
    title: batch.title,
    filename: batch.filename,
    createdAt: batch.createdAt.toISOString(),
    state: batch.state,
    stateAt: batch.stateAt.toISOString(),
    submitted: batch.submitted,
    status: batch.status,
    unresolved: batch.unresolved,
    tries: batch.tries,
    retryAt: iso(batch.retryAt),
    delayedUntil: iso(batch.delayedUntil),
    acceptedAt: iso(batch.acceptedAt),
    validSince: iso(batch.validSince),
    nextCheckAt: iso(batch.nextCheckAt),
    unknownSince: iso(batch.unknownSince),
    forgottenCount: batch.forgottenCount,
    forgottenAt: iso(batch.forgottenAt),
    message: batch.message,
    ledgerId: batch.ledgerId,
    call: callView(batch),
    effectUntil: mayStillCome(batch, now) ? iso(batch.effectUntil) : null,
    mayStillApply: risk && textOf(risk),
    mayStillApplyPieces: risk,
    may: {
      ask: maySteer && canAsk(batch, backend),
      resend: isOpen,
      resolve: isOpen,
      skip: isFree,
    },
  };
}

function callView({ begunAt, deadlineAt, settlesAt }: LaneBatchRow): LaneBatchView["call"] {
  if (begunAt === null || deadlineAt === null || settlesAt === null) return null;
  return {
    begunAt: begunAt.toISOString(),
    deadlineAt: deadlineAt.toISOString(),
    settlesAt: settlesAt.toISOString(),
  };
}

/** An attempt, with the ledger's own message. */
export function attemptView(attempt: AttemptRow): AttemptView {
  const { begunAt, answeredAt } = attempt;
  return {
    id: attempt.id.toString(),
    batchId: attempt.batchId,
    begunAt: begunAt.toISOString(),
    deadlineAt: attempt.deadlineAt.toISOString(),
    settlesAt: attempt.settlesAt.toISOString(),
    answeredAt: iso(answeredAt),
    durationMs: answeredAt && Math.max(0, answeredAt.getTime() - begunAt.getTime()),
    outcome: attempt.outcome,
    httpStatus: attempt.httpStatus,
    ledgerCode: attempt.ledgerCode,
    message: attempt.message,
    lateAnswer: lateAnswer(attempt.lateAnswer),
    instance: attempt.instance,
    fence: attempt.fence.toString(),
  };
}

function lateAnswer(kept: unknown): AttemptView["lateAnswer"] {
  if (typeof kept !== "object" || kept === null) return null;
  const { outcome, message }: { outcome?: unknown; message?: unknown } = kept;
  return { outcome: String(outcome), message: typeof message === "string" ? message : null };
}

export function instanceView({ startedAt, seenAt, ...instance }: InstanceRow): InstanceView {
  return { ...instance, startedAt: startedAt.toISOString(), seenAt: seenAt.toISOString() };
}
