import type { Stage } from "./stage.ts";

/**
 * Lets a job begin. While the whole intake is held, it waits where it is; while its collection or batch is held, it
 * goes to Held. Source: docs/reference/states.md, "Holds".
 */
export const pending: Stage<"Pending"> = async ({ job }) => {
  if (job.intakeHold !== null) return { kind: "pause" };
  return job.hold === null ? { kind: "advance", to: "Estimating", isShort: true } : { kind: "hold" };
};
