import type { LaneView } from "../../core/contracts/lane-views.ts";
import type { AlarmKind } from "../../core/lane/alarm.ts";
import type { Cause } from "../../core/lane/why-facts.ts";
import type { StateLook } from "../state/families.model.ts";

/** Each alarm as a badge. */
export const ALARM_LOOKS = {
  several_open: {
    family: "person",
    word: "Several open",
    icon: "bell",
    sentence: "Several batches of a serial lane are open at once. Nothing is sent until one is left.",
  },
  stopped: {
    family: "person",
    word: "Stands still",
    icon: "bell",
    sentence:
      "Workers died over a batch: while its jobs were made, or its report was written. An operator decides how it goes on.",
  },
  unresolved: {
    family: "person",
    word: "Unresolved",
    icon: "bell",
    sentence: "Nobody can tell whether the ledger applied a batch. An operator decides on it.",
  },
  halted: {
    family: "person",
    word: "Halted",
    icon: "bell",
    sentence: "The lane has stopped after an answer of its ledger. An operator resumes it.",
  },
  keeps_forgetting: {
    family: "person",
    word: "Forgets a batch",
    icon: "bell",
    sentence: "A ledger has taken a batch and forgotten it again and again. An operator looks at the ledger.",
  },
  unreachable: {
    family: "person",
    word: "Ledger unreachable",
    icon: "bell",
    sentence: "The ledger has not answered for too long. An operator looks at it.",
  },
  silent: {
    family: "time",
    word: "Ledger is silent",
    icon: "clock",
    sentence: "The ledger does not answer. Waybill goes on trying.",
  },
  long_pending: {
    family: "time",
    word: "Long Pending",
    icon: "clock",
    sentence: "A ledger has said Pending of a batch for long. It is asked about all the while.",
  },
  stuck_pending: {
    family: "person",
    word: "Stuck Pending",
    icon: "bell",
    sentence: "A ledger has said Pending of a batch for too long. An operator looks at the ledger.",
  },
  stuck_valid: {
    family: "person",
    word: "Stuck Valid",
    icon: "bell",
    sentence: "A ledger found a batch valid and does not commit it. An operator looks at the ledger.",
  },
} as const satisfies Record<AlarmKind, StateLook>;

/** What follows from each, and who acts. */
export const ALARM_ADVICE = {
  several_open:
    "Operator: decide on each that the backend does not end by itself: say how it ended, or skip it. Then the lane goes on in its order. Compare what the backend has applied with the order here.",
  stopped:
    "Operator: open the batch. Its page says what workers died over and what you can do: let it go on, or give up what is left of it. Jobs it has run on meanwhile; a serial lane waits.",
  unresolved:
    "Operator: find out at the ledger whether it applied the batch, then say so here, or skip it. Sent again it might be applied twice, so Waybill sends nothing.",
  halted: "Operator: mend what the reason names, then resume the lane. What waits goes on in its order.",
  unreachable:
    "Operator: look at the ledger, its address in LEDGERS and the way there. Waybill goes on trying, and nothing is lost meanwhile.",
  silent: "Nobody has to act yet: Waybill goes on trying, and nothing is lost meanwhile.",
  keeps_forgetting:
    "Operator: look at the ledger. It may restart again and again, or several nodes that do not share what waits may answer at one address. Waybill goes on asking and sending until the lane halts by itself; hold the lane to stop that now.",
  long_pending: "Nobody has to act yet: Waybill goes on asking, and never sends a Pending batch again.",
  stuck_pending:
    "Operator: look at the ledger. A processor of the batch's transactions may be missing or stand still. Waybill goes on asking, and never sends a Pending batch again.",
  stuck_valid:
    "Operator: look at the ledger. The batch may have been rolled back, which this ledger does not tell. Then send it again, or say how it ended.",
} as const satisfies Record<AlarmKind, string>;

/**
 * The cause whose sentence, with which a lane's page begins, says the same as an alarm. None does of a batch that is
 * forgotten again and again; a halt is told by its own cause, or else below the sentence.
 */
const TOLD_BY: Readonly<Partial<Record<AlarmKind, Cause>>> = {
  several_open: "several_open",
  stopped: "stopped",
  unresolved: "unresolved",
  unreachable: "unreachable",
  silent: "silent",
  long_pending: "slow",
  stuck_pending: "stuck",
  stuck_valid: "stuck",
};

/** Whether a lane's page tells its alarm elsewhere already. Its sentence is about the first batch, so not where it is one of several. */
export function isAlarmTold({
  alarm,
  why,
  halted,
  open,
}: Pick<LaneView, "alarm" | "why" | "halted" | "open">): boolean {
  if (!alarm) return true;
  const { kind, batches } = alarm;
  if (kind === "halted") return halted !== null;
  const isOfOne = kind === "several_open" || batches === 0 || (batches === 1 && open <= 1);
  return TOLD_BY[kind] === why.cause && isOfOne;
}
