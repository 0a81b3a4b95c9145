import type { HeadFacts, LaneStanding } from "../../core/lane/why-facts.ts";

/** What a lane's sentence is made from, of a ledger's serial lane unless said otherwise. Times count from this moment. */
const NOW = new Date("2026-01-31T14:32:05Z");
export const ago = (seconds: number) => new Date(NOW.getTime() - seconds * 1000);

export const head = (given: Partial<HeadFacts> = {}): HeadFacts => ({
  state: "Pending",
  submitted: false,
  status: null,
  unresolved: false,
  stateAt: ago(60),
  tries: 0,
  retryAt: null,
  delayedUntil: null,
  acceptedAt: null,
  validSince: null,
  unknownSince: null,
  forgottenCount: 0,
  message: null,
  waitReason: null,
  stoppedAt: null,
  hold: null,
  nextCheckAt: null,
  call: null,
  effectUntil: null,
  hasPosition: true,
  jobs: null,
  ...given,
});

export const lane = (given: Partial<LaneStanding> = {}): LaneStanding => ({
  backend: "sawtooth",
  ordering: "serial",
  width: 1,
  held: null,
  halted: null,
  intake: null,
  inFlight: 0,
  head: null,
  isHeadShown: true,
  silentSince: null,
  isWorked: true,
  settings: {
    tries: 10,
    startsWhen: "accepted",
    stuckPendingMs: 300_000,
    alarmPendingMs: 1_800_000,
    stuckValidMs: 60_000,
  },
  now: NOW,
  ...given,
});

/** A serial ledger lane with one open batch. */
export const open = (batch: Partial<HeadFacts>, given: Partial<LaneStanding> = {}) =>
  lane({ inFlight: 1, head: head({ state: "Processing", ...batch }), ...given });
export const sent = { submitted: true, status: "Pending" } as const;
export const repository = { backend: "repository" } as const;
export const held = { at: ago(65), by: "Olga Operator", reason: "disks are moved" };
export const halted = { at: ago(86_400), reason: "The ledger refused a batch: bad signature" };
