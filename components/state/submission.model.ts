import type { SubmissionStatus } from "../../core/batch/states.ts";
import type { StateLook } from "./families.model.ts";

/** How each status of a batch at its ledger, or of its hand-over to the repository, is shown. */
export const SUBMISSION_LOOKS = {
  Pending: {
    family: "moving",
    word: "Pending",
    icon: "cog",
    sentence: "Handed over; its ledger or its jobs are not done with it yet.",
  },
  Delayed: {
    family: "time",
    word: "Delayed",
    icon: "clock",
    sentence: "The ledger, or working storage, had no room; it is sent when its delay is over.",
  },
  Unknown: {
    family: "unknown",
    word: "Unknown",
    icon: "question",
    sentence: "It is not known whether the ledger has it; Waybill asks the ledger.",
  },
  Valid: {
    family: "moving",
    word: "Valid",
    icon: "refresh",
    sentence: "The ledger found it valid and has yet to commit it.",
  },
  Committed: { family: "done", word: "Committed", icon: "check", sentence: "Applied for good." },
  Invalid: {
    family: "person",
    word: "Invalid",
    icon: "cross",
    sentence: "Its ledger found it invalid, or one of its jobs failed.",
  },
  Rejected: {
    family: "person",
    word: "Rejected",
    icon: "cross",
    sentence: "The ledger refused it for good.",
  },
  Skipped: {
    family: "gone",
    word: "Skipped",
    icon: "trash",
    sentence: "Taken out of its lane on purpose by a person.",
  },
} as const satisfies Record<SubmissionStatus, StateLook>;
