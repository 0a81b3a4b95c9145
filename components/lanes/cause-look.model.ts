import type { Cause } from "../../core/lane/why-facts.ts";
import type { Family, StateIconName } from "../state/families.model.ts";

export type CauseLook = { readonly family: Family; readonly icon: StateIconName };

/** The colour and icon of why a lane waits; the sentence stands beside it. */
export const CAUSE_LOOKS = {
  empty: { family: "done", icon: "check" },
  next: { family: "moving", icon: "refresh" },
  submitting: { family: "moving", icon: "refresh" },
  jobs: { family: "moving", icon: "cog" },
  jobs_wait: { family: "time", icon: "clock" },
  jobs_need_person: { family: "person", icon: "cross" },
  stopped: { family: "person", icon: "cross" },
  pending: { family: "moving", icon: "clock" },
  valid: { family: "moving", icon: "clock" },
  slow: { family: "time", icon: "clock" },
  stuck: { family: "person", icon: "bell" },
  busy: { family: "time", icon: "clock" },
  delayed: { family: "time", icon: "clock" },
  silent: { family: "time", icon: "clock" },
  unreachable: { family: "person", icon: "bell" },
  asking: { family: "unknown", icon: "question" },
  unresolved: { family: "person", icon: "question" },
  batch_held: { family: "time", icon: "hand" },
  intake_held: { family: "time", icon: "hand" },
  held: { family: "time", icon: "hand" },
  halted: { family: "person", icon: "cross" },
  several_open: { family: "person", icon: "cross" },
  position: { family: "time", icon: "clock" },
  others: { family: "time", icon: "clock" },
  no_worker: { family: "person", icon: "cross" },
} as const satisfies Record<Cause, CauseLook>;
