import { hasEnded, type JobState } from "../../core/job/states.ts";
import { type EarlierSpace, findEarlier } from "../../prisma/store/job/earlier.ts";
import { findHolder } from "../../prisma/store/object/identity.ts";
import type { StageInput } from "./stage.ts";

/** A job that waits for another one of the same object. */
export type Behind = { readonly kind: "wait"; readonly code: "object_busy"; readonly why: string };

/**
 * The wait of a job behind one that was accepted earlier for the same object and has not ended. Before it takes working
 * storage it waits for those that have none yet, later for those that have: so none that has space waits for one that wants
 * some, and earlier ones never wait for later ones. Source: docs/reference/states.md, "Order on one object".
 */
export async function waitBehindEarlier(
  { ctx, job, settings }: StageInput,
  space: EarlierSpace,
): Promise<Behind | undefined> {
  const { collectionId, suppliedArk, localIds } = job;
  const names = { jobId: job.id, collectionId, owner: settings.owner, suppliedArk, localIds };
  const earlier = await findEarlier(ctx.db, names, space);
  if (!earlier) return undefined;
  // whoever reads this may not read the other collection
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
    ? `Job ${id} has stored a version of this object, or may have, and is ${state} before it was recorded. It has to be resumed first.`
    : `Job ${id} is writing this object.`;
}

function behind(sentence: string): Behind {
  return { kind: "wait", code: "object_busy", why: `${sentence} This one goes on when that has ended.` };
}
