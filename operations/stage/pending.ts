import type { Stage } from "./stage.ts";

/** Lets a job begin unless its collection is held. Source: docs/reference/states.md, "Job". */
export const pending: Stage<"Pending"> = async ({ job }) =>
  job.collectionHold === null
    ? { kind: "advance", to: "Estimating" }
    : { kind: "hold", why: `The collection is held: ${job.collectionHold}` };
