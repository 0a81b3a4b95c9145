import type { JobState } from "../../core/job/states.ts";
import { whoEnds } from "../../core/wait/kinds.ts";
import type { Family, StateLook } from "./families.model.ts";
import { waitLook } from "./wait.model.ts";

/** How each state of a job is shown. */
export const JOB_LOOKS = {
  Pending: { family: "waiting", word: "Pending", icon: "clock", sentence: "Waits for its turn." },
  Held: {
    family: "time",
    word: "Held",
    icon: "hand",
    sentence: "Stopped by a hold until an operator releases it.",
  },
  Estimating: {
    family: "moving",
    word: "Estimating",
    icon: "ruler",
    sentence: "Asks the sources how large the files are.",
  },
  Provisioning: {
    family: "moving",
    word: "Provisioning",
    icon: "space",
    sentence: "Reserves working space; waits here while there is none.",
  },
  Downloading: {
    family: "moving",
    word: "Downloading",
    icon: "download",
    sentence: "Fetches the files and compares size and digest.",
  },
  Processing: {
    family: "moving",
    word: "Processing",
    icon: "cog",
    sentence: "Gets its identifier, is described and stored.",
  },
  Recording: {
    family: "moving",
    word: "Recording",
    icon: "book",
    sentence: "Is written into the inventory.",
  },
  Notify: {
    family: "moving",
    word: "Notify",
    icon: "bell",
    sentence: "Tells the job's batch that it is stored.",
  },
  Completed: { family: "done", word: "Completed", icon: "check", sentence: "Stored, recorded and verified." },
  Failed: {
    family: "person",
    word: "Failed",
    icon: "cross",
    sentence: "Stopped by an error; its work is kept, and it can be resumed unless the page says otherwise.",
  },
  Deleted: { family: "gone", word: "Deleted", icon: "trash", sentence: "Given up on purpose by a person." },
} as const satisfies Record<JobState, StateLook>;

/** A job at work that waits for something (space, another job) is shown as what it waits for. */
export function jobLook(
  state: JobState,
  { waitCode, waitReason }: { readonly waitCode: string | null; readonly waitReason: string | null },
): StateLook {
  const look = JOB_LOOKS[state];
  if (waitCode === null || look.family !== "moving") return look;
  return waitLook({ code: waitCode, who: whoEnds(waitCode), reason: waitReason ?? look.sentence });
}

/** The family a job is counted under in bars and legends. */
export function jobFamily(state: JobState): Family {
  return JOB_LOOKS[state].family;
}
