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
    sentence: "Several batches of a serial lane are open at once. Nothing is sent until only one is left.",
  },
  stopped: {
    family: "person",
    word: "Stopped",
    icon: "bell",
    sentence:
      "Workers died over a batch, while creating its jobs or writing its report. An operator decides how it continues.",
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
    sentence: "A ledger keeps accepting a batch and forgetting it. An operator checks the ledger.",
  },
  unreachable: {
    family: "person",
    word: "Ledger unreachable",
    icon: "bell",
    sentence: "The ledger has not answered for too long. An operator checks it.",
  },
  silent: {
    family: "time",
    word: "Ledger is silent",
    icon: "clock",
    sentence: "The ledger does not answer. Waybill keeps trying.",
  },
  long_pending: {
    family: "time",
    word: "Long Pending",
    icon: "clock",
    sentence: "A ledger has reported a batch as Pending for a long time. Waybill keeps asking.",
  },
  stuck_pending: {
    family: "person",
    word: "Stuck Pending",
    icon: "bell",
    sentence: "A ledger has reported a batch as Pending for too long. An operator checks the ledger.",
  },
  stuck_valid: {
    family: "person",
    word: "Stuck Valid",
    icon: "bell",
    sentence: "A ledger found a batch valid but does not commit it. An operator checks the ledger.",
  },
} as const satisfies Record<AlarmKind, StateLook>;

/** What follows from each, and who acts. */
export const ALARM_ADVICE = {
  several_open:
    "Operator: decide on each batch that the backend does not end on its own: say how it ended, or skip it. The lane then continues in order. Compare what the backend has applied with the order here.",
  stopped:
    "Operator: open the batch. Its page says what the workers died over and what you can do: resume it, or give up the rest. Its existing jobs keep running; a serial lane waits.",
  unresolved:
    "Operator: find out at the ledger whether it applied the batch, then say so here, or skip it. Sending it again might apply it twice, so Waybill sends nothing.",
  halted: "Operator: fix what the reason names, then resume the lane. Waiting batches continue in order.",
  unreachable:
    "Operator: check the ledger, its address in LEDGERS and the network to it. Waybill keeps trying, and nothing is lost meanwhile.",
  silent: "No action needed yet: Waybill keeps trying, and nothing is lost meanwhile.",
  keeps_forgetting:
    "Operator: check the ledger. It may be restarting repeatedly, or several nodes that do not share their pending batches may answer at one address. Waybill keeps asking and sending until the lane halts automatically; hold the lane to stop that now.",
  long_pending: "No action needed yet: Waybill keeps asking, and never resends a Pending batch.",
  stuck_pending:
    "Operator: check the ledger. A transaction processor for the batch may be missing or stuck. Waybill keeps asking, and never resends a Pending batch.",
  stuck_valid:
    "Operator: check the ledger. The batch may have been rolled back, which this ledger does not report. Then send it again, or say how it ended.",
} as const satisfies Record<AlarmKind, string>;

/**
 * The cause whose sentence, at the top of a lane's page, says the same as an alarm. None does for a batch that is
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

/** Whether a lane's page already says its alarm elsewhere. Its sentence is about the first batch, so not when the alarm is about several. */
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
