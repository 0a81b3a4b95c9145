import type { BatchState } from "../../core/batch/states.ts";
import type { BatchRow } from "../../core/contracts/views.ts";
import type { StateLook } from "./families.model.ts";
import { waitLook } from "./wait.model.ts";

/** How each state of a batch is shown. */
export const BATCH_LOOKS = {
  Pending: {
    family: "waiting",
    word: "Pending",
    icon: "clock",
    sentence: "Accepted; waits for the deposits before it.",
  },
  Held: {
    family: "time",
    word: "Held",
    icon: "hand",
    sentence: "Stopped by a hold; it keeps its place in the lane.",
  },
  Processing: {
    family: "moving",
    word: "Processing",
    icon: "cog",
    sentence: "Its jobs are being worked on.",
  },
  Reporting: {
    family: "moving",
    word: "Reporting",
    icon: "mail",
    sentence: "All jobs have ended; the report is being written and sent.",
  },
  Completed: {
    family: "done",
    word: "Completed",
    icon: "check",
    sentence: "Every job ended well and the report is sent.",
  },
  Failed: {
    family: "person",
    word: "Failed",
    icon: "cross",
    sentence: "At least one job failed, or the payload could not be read. Its page says who acts.",
  },
  UpdateReporting: {
    family: "moving",
    word: "Update reporting",
    icon: "refresh",
    sentence: "A report of what changed since the last one is being written and sent.",
  },
  Deleted: { family: "gone", word: "Deleted", icon: "trash", sentence: "Given up on purpose by a person." },
} as const satisfies Record<BatchState, StateLook>;

/** A batch whose work stands still is shown as what it waits for, never as running. */
export function batchLook({ state, waits }: Pick<BatchRow, "state" | "waits">): StateLook {
  return waits ? waitLook(waits) : BATCH_LOOKS[state];
}
