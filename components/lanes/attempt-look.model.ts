import type { StateLook } from "../state/families.model.ts";

/** How an attempt ended, as a badge. */
const OUTCOMES: Partial<Record<string, StateLook>> = {
  accepted: { family: "done", word: "Accepted", icon: "check", sentence: "The batch was taken." },
  busy: {
    family: "time",
    word: "Busy",
    icon: "clock",
    sentence: "Surely not taken, for want of room; it is tried again.",
  },
  ambiguous: {
    family: "unknown",
    word: "Ambiguous",
    icon: "question",
    sentence: "Taken or not: the answer was cut off or tells nothing. The ledger is asked.",
  },
  rejected: { family: "person", word: "Rejected", icon: "cross", sentence: "Refused for good." },
  lost: {
    family: "unknown",
    word: "Lost",
    icon: "question",
    sentence: "Nobody recorded an answer; the worker died or was paused.",
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
    sentence: "An outcome of another version.",
  };
  return OUTCOMES[outcome] ?? (unknown as StateLook);
}
