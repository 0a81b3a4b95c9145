import { type Action, can, reachOf } from "../../core/access/roles.ts";
import type { Refusal } from "../../core/contracts/bulk-views.ts";
import type { JobState } from "../../core/job/states.ts";
import type { Sql } from "../../prisma/sql.ts";
import { type BulkJob, findJobsForAct, type JobChoice } from "../../prisma/store/job/bulk.ts";
import type { Reach } from "../../prisma/store/within.ts";
import { readableReach } from "../collection/reach.ts";
import type { Context } from "../context.ts";

/** Jobs as a request names them. */
export type JobsAsk = {
  readonly jobs?: readonly string[] | undefined;
  readonly filter?:
    | {
        readonly state: JobState;
        readonly batch?: string | undefined;
        readonly collection?: string | undefined;
        readonly code?: string | undefined;
        /** The key of an incident (core/incident/cause.ts); no request names it but that of incidents. */
        readonly cause?: string | undefined;
        /** Those that had failed by then, ISO 8601; also of incidents alone. */
        readonly failedBy?: string | undefined;
        readonly q?: string | undefined;
      }
    | undefined;
};

/** The jobs an actor may act on, those asked for by id that are out of reach, and whether the filter finds more. */
export type Chosen = {
  readonly jobs: readonly BulkJob[];
  readonly refused: readonly Refusal[];
  readonly more: boolean;
};

/**
 * Reads which jobs a request means, within the actor's reach.
 * @throws WaybillError `unknown_collection`
 */
export async function readChoice(ctx: Context, action: Action, ask: JobsAsk): Promise<JobChoice> {
  if (!ask.filter) return { ids: [...new Set(ask.jobs)] };
  const { state, batch: batchId, collection, code, cause, failedBy, q } = ask.filter;
  const stateBy = failedBy === undefined ? undefined : new Date(failedBy);
  const readable = await readableReach(ctx, collection);
  return { state, batchId, code, cause, stateBy, q, reach: narrow(readable, reachOf(ctx.actor, action)) };
}

function narrow(a: Reach, b: Reach): Reach {
  if (a === "all") return b;
  return b === "all" ? a : a.filter((id) => b.includes(id));
}

/** Finds the chosen jobs, at most `most`; `lock` as in findJobsForAct. A job the actor may not see is not found. */
export async function findChosen(
  tx: Sql,
  { actor }: Context,
  action: Action,
  choice: JobChoice,
  { most, lock }: { readonly most: number; readonly lock: boolean },
): Promise<Chosen> {
  const isFilter = !("ids" in choice);
  const found = await findJobsForAct(tx, choice, { most: most + (isFilter ? 1 : 0), lock });
  if (isFilter) return { jobs: found.slice(0, most), refused: [], more: found.length > most };
  const readable = found.filter(({ collectionId }) => can(actor, "read", collectionId));
  const jobs = readable.filter(({ collectionId }) => can(actor, action, collectionId));
  const [seen, allowed] = [idsOf(readable), idsOf(jobs)];
  const refused = choice.ids.flatMap((jobId): Refusal[] => {
    if (allowed.has(jobId)) return [];
    if (seen.has(jobId))
      return [{ jobId, code: "not_allowed", message: `Your role (${actor.role}) cannot do this here.` }];
    return [{ jobId, code: "not_found", message: "There is no such job, or you cannot see it." }];
  });
  return { jobs, refused, more: false };
}

function idsOf(jobs: readonly BulkJob[]): ReadonlySet<string> {
  return new Set(jobs.map(({ id }) => id));
}
