import { hasEnded, type JobState } from "../../core/job/states.ts";
import { type EarlierSpace, findEarlier } from "../../prisma/store/job/earlier.ts";
import { findHolder } from "../../prisma/store/object/identity.ts";
import type { StageInput } from "./stage.ts";

/** A job that waits for another one of the same object. */
export type Behind = { readonly kind: "wait"; readonly code: "object_busy"; readonly why: string };

/**
 * The wait of a job behind an earlier unfinished job for the same object. Before it takes working storage, it waits for
 * earlier jobs that have none yet; afterwards, for those that have some. So a job that has space never waits for one
 * that still needs it, and earlier jobs never wait for later ones. Source: docs/reference/states.md, "Order on one
 * object".
 */
export async function waitBehindEarlier(
  { ctx, job, settings }: StageInput,
  space: EarlierSpace,
): Promise<Behind | undefined> {
  const { collectionId, suppliedArk, localIds } = job;
  const names = { jobId: job.id, collectionId, owner: settings.owner, suppliedArk, localIds };
  const earlier = await findEarlier(ctx.db, names, space);
  if (!earlier) return undefined;
  // readers of this may not be allowed to see the other collection
  if (earlier.isForeign)
    return behind("A deposit of another collection with the same local ids was accepted earlier.");
  return behind(
    earlier.state === null
      ? `The jobs of batch ${earlier.id}, accepted earlier, are still being made; one may be for the same object.`
      : `Job ${earlier.id} was accepted earlier for the same object and is ${earlier.state}.`,
  );
}

/** The wait of a job whose object another one writes. */
export async function waitBehindHolder({ ctx, job }: StageInput): Promise<Behind> {
  const holder = await findHolder(ctx.db, job.id);
  return behind(holder ? sentenceOf(holder) : "Another job is writing this object.");
}

function sentenceOf({ id, state }: { readonly id: string; readonly state: JobState }): string {
  return hasEnded(state)
    ? `Job ${id} has stored a version of this object, or may have, and is ${state} before it was recorded. It must be resumed first.`
    : `Job ${id} is writing this object.`;
}

function behind(sentence: string): Behind {
  return {
    kind: "wait",
    code: "object_busy",
    why: `${sentence} This job continues when that one has ended.`,
  };
}
