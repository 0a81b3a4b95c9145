import type { Seen, SeenBatch, SeenJob } from "../seen.ts";

/** When a batch's work began, and when the last of it had ended for the first time; undefined: it has not. */
type Span = {
  readonly batch: SeenBatch;
  readonly begun: number | undefined;
  readonly ended: number | undefined;
};

const ENDED = ["Completed", "Failed", "Deleted"];

/**
 * Batches that took another place in their lane than they were acknowledged in, or that began before one before them.
 */
export function outOfOrder(
  seen: Pick<Seen, "lanes" | "acknowledged" | "batches" | "jobs" | "moves">,
): string[] {
  return seen.lanes.flatMap(({ slug, ordering }) => {
    const ids = seen.acknowledged
      .filter(({ deposit }) => deposit.collection === slug)
      .map(({ batchId }) => batchId);
    const spans = spansOf(seen, slug);
    const places = spans.map(({ batch }) => batch.id).filter((id) => ids.includes(id));
    const misplaced = places
      .filter((id, place) => id !== ids[place])
      .map((id) => `${slug}: ${id} has another place`);
    if (ordering === "unordered") return misplaced;
    return [...misplaced, ...inversions(spans).map((id) => `${slug}: ${id} began before one before it`)];
  });
}

/** Batches of a serial lane that were begun before all work of the one before them had ended, and those beyond an unordered lane's width. */
export function overlapping(seen: Pick<Seen, "lanes" | "batches" | "jobs" | "moves">): string[] {
  return seen.lanes.flatMap(({ slug, ordering, width }) => {
    const spans = spansOf(seen, slug);
    if (ordering === "unordered") return crowds(spans, width).map((id) => `${slug}: ${id} was one too many`);
    return spans.flatMap(({ batch, begun }, place) => {
      const before = spans[place - 1];
      if (!before || begun === undefined || (before.ended !== undefined && before.ended <= begun)) return [];
      return [
        `${slug}: ${batch.id} began at ${begun}, ${before.batch.id} ended at ${before.ended ?? "no time"}`,
      ];
    });
  });
}

function spansOf(
  { batches, jobs, moves }: Pick<Seen, "batches" | "jobs" | "moves">,
  slug: string,
): readonly Span[] {
  const firstEnd = (id: string) =>
    moves.find((move) => (move.jobId ?? move.batchId) === id && ENDED.includes(move.to))?.at;
  // one that was born Failed makes no move
  const isBornFailed = ({ id, state }: SeenJob) =>
    state === "Failed" && !moves.some(({ jobId }) => jobId === id);
  const endOf = (job: SeenJob) => (isBornFailed(job) ? job.createdAt : firstEnd(job.id));
  return batches
    .filter(({ lane }) => lane === slug)
    .sort((a, b) => a.seq - b.seq)
    .map((batch) => {
      const mine = jobs.filter(({ batchId }) => batchId === batch.id);
      const begun = [...batch.handedOverAt, ...mine.map(({ createdAt }) => createdAt)];
      const ends = [firstEnd(batch.id), ...mine.map(endOf)];
      return {
        batch,
        begun: begun.length === 0 ? undefined : Math.min(...begun),
        ended: ends.some((at) => at === undefined) ? undefined : Math.max(...ends.map((at) => at ?? 0)),
      };
    });
}

function inversions(spans: readonly Span[]): string[] {
  let latest = Number.NEGATIVE_INFINITY;
  const found: string[] = [];
  for (const { batch, begun } of spans) {
    if (begun === undefined) continue;
    if (begun < latest) found.push(batch.id);
    latest = Math.max(latest, begun);
  }
  return found;
}

function crowds(spans: readonly Span[], width: number): string[] {
  return spans
    .filter(({ begun }) => {
      if (begun === undefined) return false;
      const under = spans.filter(
        (one) => one.begun !== undefined && one.begun <= begun && (one.ended ?? Infinity) > begun,
      );
      return under.length > width;
    })
    .map(({ batch }) => batch.id);
}
