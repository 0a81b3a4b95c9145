import type { LaneView } from "../../core/contracts/lane-views.ts";
import type { BatchView, CollectionView, IntakeView, JobView } from "../../core/contracts/views.ts";
import type { Holdable } from "../../core/hold/holdable.ts";
import { BATCH } from "./batch.ts";
import { COLLECTION } from "./collection.ts";
import { type Verbs, verbsOf } from "./engine.ts";
import { INTAKE } from "./intake.ts";
import { JOB } from "./job.ts";
import { LANE } from "./lane.ts";

/** What holding or releasing each kind returns. */
export type Views = {
  readonly intake: IntakeView;
  readonly collection: CollectionView;
  readonly lane: LaneView;
  readonly batch: BatchView;
  readonly job: JobView;
};

/** Everything that can be held. A new scope is a row here, its file beside this one, and its table in prisma/store/hold. */
export const SCOPES: { readonly [On in Holdable]: Verbs<Views[On]> } = {
  intake: verbsOf(INTAKE),
  collection: verbsOf(COLLECTION),
  lane: verbsOf(LANE),
  batch: verbsOf(BATCH),
  job: verbsOf(JOB),
};
