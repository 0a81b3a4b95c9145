import type { Stage } from "./stage.ts";

/**
 * Lets a job begin unless the whole intake is held, when it waits where it is, or its collection or batch is, when it
 * goes to Held. Source: docs/reference/states.md, "Holds".
 */
export const pending: Stage<"Pending"> = async ({ job }) => {
  if (job.intakeHold !== null) return { kind: "pause" };
  return job.hold === null ? { kind: "advance", to: "Estimating" } : { kind: "hold" };
};
