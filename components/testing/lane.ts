import type { LaneBatchView, LaneView } from "../../core/contracts/lane-views.ts";
import { LaneSettings } from "../../core/lane/settings.ts";

/** An empty lane of a ledger, as somebody sees it who may do nothing, but for what a test says of it. */
export function lane(part: Partial<LaneView> = {}): LaneView {
  return {
    serviceId: "chain",
    backend: "sawtooth",
    ordering: "serial",
    width: 1,
    collections: [],
    depth: 0,
    depthIsMore: false,
    open: 0,
    head: null,
    why: { cause: "empty", sentence: "Nothing waits.", pieces: ["Nothing waits."] },
    alarm: null,
    claim: null,
    held: null,
    halted: null,
    ledger: "main",
    settings: LaneSettings.parse({}),
    ownSettings: {},
    revision: "1",
    openBatches: [],
    waiting: [],
    done: [],
    attempts: [],
    instances: [],
    maySteer: false,
    mayChange: false,
    ...part,
  };
}

/** A batch nobody has done anything with. */
export function laneBatch(part: Partial<LaneBatchView> = {}): LaneBatchView {
  return {
    id: "bid-1",
    laneSeq: "1",
    title: null,
    filename: "batch-1",
    createdAt: "2026-03-01T11:00:00Z",
    state: "Pending",
    stateAt: "2026-03-01T11:00:00Z",
    submitted: false,
    status: null,
    unresolved: false,
    tries: 0,
    retryAt: null,
    delayedUntil: null,
    acceptedAt: null,
    validSince: null,
    nextCheckAt: null,
    unknownSince: null,
    forgottenCount: 0,
    forgottenAt: null,
    message: null,
    ledgerId: null,
    call: null,
    effectUntil: null,
    mayStillApply: null,
    mayStillApplyPieces: null,
    may: { ask: false, resend: false, resolve: false, skip: false },
    ...part,
  };
}
