import type { Sentence } from "../contracts/sentence.ts";
import type { WhoActs } from "../errors.ts";
import { count, tell } from "../sentence.ts";
import { clock, span } from "../time-words.ts";
import type { LaneSettings } from "./settings.ts";

/**
 * What can be wrong with a lane, worst first, and who acts: several batches of a serial lane in flight; a batch only a
 * person can decide on; a batch that stands still until a person acts; a ledger that keeps taking a batch and
 * forgetting it; a ledger that does not answer; a ledger batch open for too long; a halted lane, which one of the
 * others may explain. Source: docs/reference/lanes.md, "Alarms".
 */
export const ALARM_WHO = {
  several_open: "operator",
  unresolved: "operator",
  stopped: "operator",
  keeps_forgetting: "operator",
  unreachable: "operator",
  stuck_valid: "operator",
  stuck_pending: "operator",
  halted: "operator",
  silent: "nobody",
  long_pending: "nobody",
} as const satisfies Record<string, WhoActs>;
export type AlarmKind = keyof typeof ALARM_WHO;
export const ALARM_KINDS = Object.keys(ALARM_WHO) as readonly AlarmKind[];

/** A ledger that has not answered for this long is an alarm; multiplied by LANE_TIMES. */
export const SILENT_MS = 60_000;

/**
 * How many batches of a lane share an alarm; 0: the alarm is the lane's own. `from`: when the ledger accepted the first
 * of them, reported it as Valid or last forgot it; for several open batches, when the second one opened; for a batch
 * that stands still, when it stopped.
 */
export type AlarmFacts = { readonly kind: AlarmKind; readonly batches: number; readonly from: Date };

/** The worst alarm of a lane. `since`: when the first batch crossed the threshold. */
export type Alarm = AlarmFacts & { readonly since: Date; readonly sentence: Sentence };

type Thresholds = Pick<LaneSettings, "stuckPendingMs" | "alarmPendingMs" | "stuckValidMs">;

const THRESHOLDS = {
  stuck_valid: "stuckValidMs",
  stuck_pending: "alarmPendingMs",
  long_pending: "stuckPendingMs",
  unreachable: "alarmPendingMs",
} as const satisfies Partial<Record<AlarmKind, keyof Thresholds>>;

/** Sentences for alarms that need no waiting time. */
const AT_ONCE: Partial<Record<AlarmKind, (facts: AlarmFacts, now: Date) => Sentence>> = {
  several_open: severalOpen,
  unresolved,
  stopped: standsStill,
  halted: ({ from }, now) => tell`The lane halted at ${clock(from, now)}. An operator resumes it.`,
  keeps_forgetting: forgetting,
  silent: ({ from }, now) =>
    tell`The ledger has been unreachable since ${clock(from, now)}. Waybill keeps trying.`,
};

/** A batch its ledger has taken and forgotten this often is an alarm. */
export const FORGOTTEN_OFTEN = 3;

/** The worst alarm of a lane as a sentence; null when there is none. */
export function worstAlarm(found: readonly AlarmFacts[], settings: Thresholds, now: Date): Alarm | null {
  const [worst] = [...found].sort((a, b) => ALARM_KINDS.indexOf(a.kind) - ALARM_KINDS.indexOf(b.kind));
  if (!worst) return null;
  const { kind } = worst;
  const atOnce = AT_ONCE[kind];
  if (atOnce) return { ...worst, since: worst.from, sentence: atOnce(worst, now) };
  const afterMs =
    settings[(THRESHOLDS as Partial<Record<AlarmKind, keyof Thresholds>>)[kind] ?? "stuckPendingMs"];
  const since = new Date(worst.from.getTime() + afterMs);
  return { ...worst, since, sentence: sentenceOf(worst, span(afterMs), now) };
}

function severalOpen({ batches, from }: AlarmFacts, now: Date): Sentence {
  return tell`${count(batches)} batches of this serial lane are open at once, since ${clock(from, now)}. Nothing is sent until only one is left.`;
}

function standsStill({ batches, from }: AlarmFacts, now: Date): Sentence {
  if (batches === 1)
    return tell`A batch has stood still since ${clock(from, now)}: workers died over it. An operator decides on its page how it continues.`;
  return tell`${count(batches)} batches stand still, the first since ${clock(from, now)}: workers died over them. An operator decides on each one's page how it continues.`;
}

function unresolved({ batches, from }: AlarmFacts, now: Date): Sentence {
  const [what, them] = batches === 1 ? ["a batch", "it"] : [`${count(batches)} batches`, "them"];
  return tell`Nobody can tell whether the ledger applied ${what}, ${batches === 1 ? "" : "the first "}since ${clock(from, now)}. An operator decides on ${them}.`;
}

function forgetting({ batches, from }: AlarmFacts, now: Date): Sentence {
  if (batches === 1)
    return tell`The ledger has taken a batch and forgotten it ${FORGOTTEN_OFTEN} times or more, last at ${clock(from, now)}.`;
  return tell`The ledger has taken ${count(batches)} batches and forgotten each of them ${FORGOTTEN_OFTEN} times or more.`;
}

function sentenceOf({ kind, batches, from }: AlarmFacts, after: string, now: Date): Sentence {
  if (kind === "unreachable")
    return tell`The ledger has been unreachable since ${clock(from, now)}, longer than ${after}. An operator must check it.`;
  const many = batches > 1;
  const what = many ? `${count(batches)} batches` : "a batch";
  const first = many ? "the first " : "";
  if (kind === "stuck_valid")
    return tell`The ledger found ${what} valid and has not committed ${many ? "them" : "it"} for longer than ${after}, ${first}since ${clock(from, now)}.`;
  return tell`The ledger has kept ${what} Pending for longer than ${after}, ${first}accepted at ${clock(from, now)}.`;
}
