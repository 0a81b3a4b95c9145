import type { Cause } from "../../core/lane/why-facts.ts";
import type { Family, StateIconName } from "../state/families.model.ts";

export type CauseLook = { readonly family: Family; readonly icon: StateIconName };

/** The colour and icon of why a lane waits; the sentence stands beside it. */
export const CAUSE_LOOKS = {
  empty: { family: "done", icon: "check" },
  next: { family: "moving", icon: "refresh" },
  submitting: { family: "moving", icon: "refresh" },
  jobs: { family: "moving", icon: "cog" },
  stopped: { family: "person", icon: "cross" },
  pending: { family: "moving", icon: "clock" },
  valid: { family: "moving", icon: "clock" },
  stuck: { family: "time", icon: "clock" },
  busy: { family: "time", icon: "clock" },
  delayed: { family: "time", icon: "clock" },
  asking: { family: "unknown", icon: "question" },
  unresolved: { family: "unknown", icon: "question" },
  batch_held: { family: "time", icon: "hand" },
  intake_held: { family: "time", icon: "hand" },
  held: { family: "time", icon: "hand" },
  halted: { family: "person", icon: "cross" },
  several_open: { family: "person", icon: "cross" },
  others: { family: "time", icon: "clock" },
  no_worker: { family: "person", icon: "cross" },
} as const satisfies Record<Cause, CauseLook>;
