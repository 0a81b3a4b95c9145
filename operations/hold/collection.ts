import type { CollectionView } from "../../core/contracts/views.ts";
import { findCollection, lockLaneOfCollection } from "../../prisma/store/collection.ts";
import { lockHold, lockIntakeHold } from "../../prisma/store/hold/hold.ts";
import { releaseHeldBatches, releaseHeldJobs } from "../../prisma/store/hold/release.ts";
import { getCollection } from "../collection/get.ts";
import { NOTHING_OVER, type Place, type Scope, type Standing } from "./scope.ts";

type CollectionPlace = Place & { readonly collectionId: string };

/**
 * A collection. Its batches and jobs that reach Pending go to Held; those past Pending go on. When it is released,
 * everything it stopped goes on in the order of acceptance. Batches and jobs with a hold of their own stay Held, and so
 * do the jobs of such batches. While the whole intake is held nothing begins: the jobs stay Held, and batches wait for
 * their lanes.
 */
export const COLLECTION: Scope<CollectionPlace, Standing, CollectionView> = {
  needs: "hold-collection",
  unknown: "There is nothing here, or you cannot see it.",
  find: async ({ db }, slug) => {
    const found = await findCollection(db, slug);
    if (!found) return undefined;
    const { id } = found;
    const names = { details: { collection: slug } };
    return { row: { on: "collection", id }, collectionId: id, names, change: { collection: true } };
  },
  lock: async (tx, { row }) => ({ hold: await lockHold(tx, row) }),
  decideHold: () => ({ kind: "mark" }),
  stop: async () => ({ told: false, after: {} }),
  lockOver: async (tx) => ({ ...NOTHING_OVER, intake: await lockIntakeHold(tx) }),
  goOn: async (tx, { place: { collectionId }, over }, by) => {
    const jobs = over.intake ? [] : await releaseHeldJobs(tx, { collectionId }, by);
    await lockLaneOfCollection(tx, collectionId);
    const batches = await releaseHeldBatches(tx, { collectionId }, by);
    return { told: false, jobs, batches, after: { batches: batches.length, jobs: jobs.length } };
  },
  view: getCollection,
};
