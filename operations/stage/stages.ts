import type { WorkState } from "../../core/job/states.ts";
import { downloading } from "./downloading.ts";
import { estimating } from "./estimating.ts";
import { notify } from "./notify.ts";
import { pending } from "./pending.ts";
import { processing } from "./processing.ts";
import { provisioning } from "./provisioning.ts";
import { recording } from "./recording.ts";
import type { Stage } from "./stage.ts";

/** The pipeline: one stage per working state. */
export const STAGES = {
  Pending: pending,
  Estimating: estimating,
  Provisioning: provisioning,
  Downloading: downloading,
  Processing: processing,
  Recording: recording,
  Notify: notify,
} as const satisfies { readonly [State in WorkState]: Stage<State> };
