import { eachOnce } from "../../core/identifier/local-ids.ts";
import { isGiven } from "../../core/metadata/clean.ts";
import type { DublinCore } from "../../core/metadata/dublin-core.ts";
import type { GivenFacts } from "../../core/metadata/merge-facts.ts";
import { recordFacts } from "../../prisma/store/job/facts.ts";
import { findKnownObject } from "../../prisma/store/object/identity.ts";
import type { Identified } from "./identify.ts";
import type { Metadata } from "./read-metadata.ts";
import type { StageInput } from "./stage.ts";
import { producerPath } from "./stored.ts";
import type { Base } from "./version-files.ts";

/**
 * What a job's version consists of besides its files. `localIds`: all of the object's; `base`: for an update;
 * `embargoUntil` undefined: unchanged.
 */
export type Version = {
  readonly localIds: readonly string[];
  readonly dublinCore: DublinCore;
  readonly base: Base | undefined;
  readonly deleteList: Metadata["deleteList"];
  readonly embargoUntil: Date | null | undefined;
};

/**
 * Determines what the version builds on. A plain deposit stands alone; an update takes from the previous version
 * whatever the deposit leaves out: who, what, when, further local ids, the embargo. Returns the input with the updated
 * job. Source: docs/reference/storage.md, "Updates".
 */
export async function prepareVersion(
  input: StageInput,
  metadata: Metadata,
  { objectId, recorded }: Identified,
): Promise<{ readonly input: StageInput; readonly version: Version }> {
  const { ctx, job, fence } = input;
  const { dublinCore, deletions, deleteList, embargoUntil = null } = metadata;
  const own = { localIds: job.localIds, dublinCore, base: undefined, deleteList, embargoUntil };
  if (!job.update) return { input, version: own };
  const base = { objectId, version: recorded, deletions };
  const known = base.version === 0 ? undefined : await findKnownObject(ctx.db, objectId);
  if (!known) return { input, version: { ...own, base } };
  const facts: GivenFacts = {
    ...job,
    creator: isGiven(job.creator) ? job.creator : known.who,
    title: isGiven(job.title) ? job.title : known.what,
    date: isGiven(job.date) ? job.date : known.when,
  };
  const isFilled = facts.creator !== job.creator || facts.title !== job.title || facts.date !== job.date;
  if (isFilled) await recordFacts(ctx.db, { id: job.id, fence }, facts);
  const keepsEmbargo =
    metadata.embargoUntil === undefined &&
    !deletions.some(({ path }) => path === producerPath("mrt-embargo.txt"));
  return {
    input: { ...input, job: { ...job, ...facts } },
    version: {
      ...own,
      base,
      localIds: eachOnce([...job.localIds, ...known.localIds]),
      embargoUntil: keepsEmbargo ? undefined : embargoUntil,
    },
  };
}
