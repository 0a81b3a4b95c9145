import type { TaskState } from "../../core/task/states.ts";
import type { StateLook } from "./families.model.ts";

/** How each state of a task is shown. */
export const TASK_LOOKS = {
  Accepted: {
    family: "waiting",
    word: "Accepted",
    icon: "clock",
    sentence: "Waits for a worker, or for those before it in its lane.",
  },
  Running: {
    family: "moving",
    word: "Running",
    icon: "cog",
    sentence: "A worker has it. If that dies, another one takes it.",
  },
  Sleeping: {
    family: "time",
    word: "Sleeping",
    icon: "clock",
    sentence: "Sleeps until a time it has set itself.",
  },
  Waiting: {
    family: "time",
    word: "Waiting",
    icon: "bell",
    sentence: "Waits for an event that somebody sends.",
  },
  Retrying: {
    family: "time",
    word: "Retrying",
    icon: "refresh",
    sentence: "A step has failed and will be tried again.",
  },
  Paused: {
    family: "person",
    word: "Paused",
    icon: "hand",
    sentence: "Its tries are used up. An operator retries or cancels it.",
  },
  Failed: {
    family: "time",
    word: "Failed",
    icon: "cog",
    sentence: "Given up; its handler on failure is running.",
  },
  Dead: {
    family: "person",
    word: "Dead",
    icon: "cross",
    sentence: "Given up; its error is kept. An operator retries or cancels it.",
  },
  Succeeded: { family: "done", word: "Succeeded", icon: "check", sentence: "Ended, with its output." },
  Cancelled: { family: "gone", word: "Cancelled", icon: "trash", sentence: "Ended by a person." },
} as const satisfies Record<TaskState, StateLook>;
