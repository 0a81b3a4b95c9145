import type { StateLook } from "../state/families.model.ts";

/** How an attempt ended, as a badge. */
const OUTCOMES: Partial<Record<string, StateLook>> = {
  accepted: { family: "done", word: "Accepted", icon: "check", sentence: "The batch was taken." },
  busy: {
    family: "time",
    word: "Busy",
    icon: "clock",
    sentence: "Not taken, for lack of room; Waybill tries again.",
  },
  ambiguous: {
    family: "unknown",
    word: "Ambiguous",
    icon: "question",
    sentence: "It may have been taken: the answer was cut off or says nothing. Waybill asks the ledger.",
  },
  rejected: { family: "person", word: "Rejected", icon: "cross", sentence: "Refused for good." },
  lost: {
    family: "unknown",
    word: "Lost",
    icon: "question",
    sentence: "No answer was recorded; the worker died or was paused.",
  },
};

const UNDER_WAY: StateLook = {
  family: "moving",
  word: "Under way",
  icon: "refresh",
  sentence: "No answer is recorded yet.",
};

export function attemptLook(outcome: string | null): StateLook {
  if (outcome === null) return UNDER_WAY;
  const unknown = {
    family: "unknown",
    word: outcome,
    icon: "question",
    sentence: "An outcome from another version of Waybill.",
  };
  return OUTCOMES[outcome] ?? (unknown as StateLook);
}
