import type { Action } from "../../core/access/roles.ts";
import type { AuditAction } from "../../core/audit/actions.ts";
import type { Refusal } from "../../core/contracts/bulk-views.ts";
import { MOST_JOBS } from "../../core/contracts/requests.ts";
import type { ErrorCode } from "../../core/errors.ts";
import type { Tx } from "../../prisma/client.ts";
import { writeAudit } from "../../prisma/store/audit.ts";
import type { BulkJob } from "../../prisma/store/job/bulk.ts";
import { allow } from "../allow.ts";
import type { Context } from "../context.ts";
import { type Chosen, findChosen, type JobsAsk, readChoice } from "./choose.ts";

/** The time limit for an action on 10,000 jobs, which takes two to three seconds. */
const ACT_MS = 60_000;

/** What is done to a job, or why nothing is. */
export type Verdict<How extends string> =
  | { readonly kind: "act"; readonly how: How }
  | { readonly kind: "refused"; readonly code: ErrorCode; readonly message: string };

export type ActOnMany<How extends string> = {
  readonly ask: JobsAsk;
  readonly needs: Action;
  /** The audit row's action. */
  readonly action: AuditAction;
  readonly reason: string | undefined;
  readonly preview: boolean;
  readonly decide: (job: BulkJob) => Verdict<How>;
  /** Does it, in the transaction; `jobs`: grouped by what is done to them. */
  readonly act: (tx: Tx, jobs: ReadonlyMap<How, readonly BulkJob[]>) => Promise<void>;
};

/** `done`: jobs that were, or with `preview` would be, acted on. */
export type ActedOnMany = {
  readonly done: readonly BulkJob[];
  readonly refused: readonly Refusal[];
  readonly more: boolean;
};

/**
 * Does one thing to up to 10,000 jobs in one transaction: finds and locks them, decides on each by a pure rule, acts on
 * those it applies to, and writes one audit row with the counts. Publishes the changes.
 * @throws WaybillError `not_allowed` (nowhere), `unknown_collection`
 */
export async function actOnJobs<How extends string>(
  ctx: Context,
  request: ActOnMany<How>,
): Promise<ActedOnMany> {
  const { ask, needs, preview, decide, act } = request;
  allow(ctx.actor, needs);
  const choice = await readChoice(ctx, needs, ask);
  if (preview) {
    const chosen = await findChosen(ctx.db, ctx, needs, choice, { most: MOST_JOBS, lock: false });
    return sortOut(chosen, decide).answer;
  }
  const { done, ...answer } = await ctx.db.$transaction(
    async (tx) => {
      const chosen = await findChosen(tx, ctx, needs, choice, { most: MOST_JOBS, lock: true });
      const { groups, answer } = sortOut(chosen, decide);
      if (answer.done.length === 0) return answer;
      await act(tx, groups);
      await audit(tx, ctx, request, groups, answer);
      return answer;
    },
    { timeout: ACT_MS },
  );
  for (const { id, batchId } of done) ctx.changes.note({ job: id, batch: batchId, due: true });
  return { done, ...answer };
}

function sortOut<How extends string>(
  { jobs, refused, more }: Chosen,
  decide: (job: BulkJob) => Verdict<How>,
) {
  const groups = new Map<How, BulkJob[]>();
  const left: Refusal[] = [...refused];
  const done: BulkJob[] = [];
  for (const job of jobs) {
    const verdict = decide(job);
    if (verdict.kind === "refused") {
      left.push({ jobId: job.id, code: verdict.code, message: verdict.message });
      continue;
    }
    const group = groups.get(verdict.how);
    if (group) group.push(job);
    else groups.set(verdict.how, [job]);
    done.push(job);
  }
  return { groups, answer: { done, refused: left, more } };
}

async function audit<How extends string>(
  tx: Tx,
  { actor }: Context,
  { ask, action, reason }: ActOnMany<How>,
  groups: ReadonlyMap<How, readonly BulkJob[]>,
  { done, refused }: ActedOnMany,
): Promise<void> {
  const batches = new Set(done.map(({ batchId }) => batchId));
  await writeAudit(tx, actor, {
    action,
    target: targetOf(ask, done),
    reason,
    before: countBy(done.map(({ state }) => state)),
    after: {
      jobs: done.length,
      batches: batches.size,
      refused: countBy(refused.map(({ code }) => code)),
      to: Object.fromEntries([...groups].map(([how, jobs]) => [how, jobs.length])),
      ...(ask.filter && { filter: { ...ask.filter } }),
    },
  });
}

/** The single job or batch concerned; otherwise the collection of the filter. */
function targetOf({ filter }: JobsAsk, done: readonly BulkJob[]): string {
  const [first] = done;
  if (first && done.length === 1 && !filter) return first.id;
  const isOneBatch = done.every(({ batchId }) => batchId === first?.batchId);
  return first && isOneBatch ? first.batchId : (filter?.collection ?? "jobs");
}

function countBy(words: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const word of words) counts[word] = (counts[word] ?? 0) + 1;
  return counts;
}
