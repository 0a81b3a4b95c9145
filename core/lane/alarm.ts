import type { LaneSettings } from "./settings.ts";
import { clock, count, span } from "./why-words.ts";

/**
 * What can be wrong with a lane: several batches of a serial one in flight, a batch that stands still until a person acts,
 * a ledger that takes a batch and forgets it again and again, or a ledger's batch open for too long; worst first. Source: docs/reference/lanes.md, "Alarms".
 */
export const ALARM_KINDS = [
  "several_open",
  "stopped",
  "keeps_forgetting",
  "stuck_valid",
  "stuck_pending",
  "long_pending",
] as const;
export type AlarmKind = (typeof ALARM_KINDS)[number];

/** Batches of a lane with the same alarm. `from`: when the ledger accepted the first of them, or said Valid of it, or last forgot it; of several open when the second came, of one that stands still when it stopped. */
export type AlarmFacts = { readonly kind: AlarmKind; readonly batches: number; readonly from: Date };

/** A lane's alarm, the worst of them. `since`: when the first batch crossed the threshold. */
export type Alarm = AlarmFacts & { readonly since: Date; readonly sentence: string };

type Thresholds = Pick<LaneSettings, "stuckPendingMs" | "alarmPendingMs" | "stuckValidMs">;

const THRESHOLDS = {
  stuck_valid: "stuckValidMs",
  stuck_pending: "alarmPendingMs",
  long_pending: "stuckPendingMs",
} as const satisfies Record<
  Exclude<AlarmKind, "several_open" | "stopped" | "keeps_forgetting">,
  keyof Thresholds
>;

/** A batch its ledger has taken and forgotten so often is an alarm. */
export const FORGOTTEN_OFTEN = 3;

/** The worst alarm of a lane in words; null when there is none. Times are UTC. */
export function worstAlarm(found: readonly AlarmFacts[], settings: Thresholds, now: Date): Alarm | null {
  const [worst] = [...found].sort((a, b) => ALARM_KINDS.indexOf(a.kind) - ALARM_KINDS.indexOf(b.kind));
  if (!worst) return null;
  const { kind } = worst;
  // that is wrong at once
  if (kind === "several_open") return { ...worst, since: worst.from, sentence: severalOpen(worst, now) };
  if (kind === "stopped") return { ...worst, since: worst.from, sentence: standsStill(worst, now) };
  if (kind === "keeps_forgetting") return { ...worst, since: worst.from, sentence: forgetting(worst, now) };
  const afterMs = settings[THRESHOLDS[kind]];
  const since = new Date(worst.from.getTime() + afterMs);
  return { ...worst, since, sentence: sentenceOf(worst, span(afterMs), now) };
}

function severalOpen({ batches, from }: AlarmFacts, now: Date): string {
  return `${count(batches)} batches of this serial lane are open at once, since ${clock(from, now)}. Nothing is sent until one is left.`;
}

function standsStill({ batches, from }: AlarmFacts, now: Date): string {
  if (batches === 1)
    return `A batch stands still since ${clock(from, now)}: workers died over it. An operator decides on its page how it goes on.`;
  return `${count(batches)} batches stand still, the first since ${clock(from, now)}: workers died over them. An operator decides on the page of each how it goes on.`;
}

function forgetting({ batches, from }: AlarmFacts, now: Date): string {
  if (batches === 1)
    return `The ledger has taken a batch and forgotten it ${FORGOTTEN_OFTEN} times or more, last at ${clock(from, now)}.`;
  return `The ledger has taken ${count(batches)} batches and forgotten each of them ${FORGOTTEN_OFTEN} times or more.`;
}

function sentenceOf({ kind, batches, from }: AlarmFacts, after: string, now: Date): string {
  const many = batches > 1;
  const what = many ? `${count(batches)} batches` : "a batch";
  const first = many ? "the first " : "";
  if (kind === "stuck_valid")
    return `The ledger found ${what} valid and has not committed ${many ? "them" : "it"} for longer than ${after}, ${first}since ${clock(from, now)}.`;
  return `The ledger has said Pending of ${what} for longer than ${after}, ${first}accepted at ${clock(from, now)}.`;
}
