import type { Seen, SeenMove } from "../seen.ts";

/** Acknowledged deposits whose batch is not there. */
export function lost({ acknowledged, batches }: Pick<Seen, "acknowledged" | "batches">): string[] {
  const there = new Set(batches.map(({ id }) => id));
  return acknowledged
    .filter(({ batchId }) => !there.has(batchId))
    .map(({ deposit, batchId }) => `${deposit.key}: there is no ${batchId}`);
}

/** Batches that nobody was told of, or that are there beside the one their key stands for. */
export function unexpected({
  acknowledged,
  keys,
  batches,
}: Pick<Seen, "acknowledged" | "keys" | "batches">): string[] {
  const known = new Map(acknowledged.map(({ deposit, batchId }) => [batchId, deposit.key]));
  const keyed = new Map(keys.map(({ key, batchId }) => [key, batchId]));
  return [
    ...batches.filter(({ id }) => !known.has(id)).map(({ id, lane }) => `${lane}: nobody handed in ${id}`),
    ...acknowledged
      .filter(({ deposit, batchId }) => keyed.get(deposit.key) !== batchId)
      .map(
        ({ deposit, batchId }) =>
          `${deposit.key}: was answered ${batchId}, its key stands for ${keyed.get(deposit.key)}`,
      ),
  ];
}

/** Deposits, and jobs of them, that have not ended as they should. */
export function wrongEnds({
  acknowledged,
  batches,
  jobs,
}: Pick<Seen, "acknowledged" | "batches" | "jobs">): string[] {
  return acknowledged.flatMap(({ deposit, batchId }) => {
    const batch = batches.find(({ id }) => id === batchId);
    if (!batch) return [];
    const wanted = deposit.jobs.every(({ end }) => end === "Completed") ? "Completed" : "Failed";
    const mine = jobs.filter((job) => job.batchId === batchId).sort((a, b) => a.ordinal - b.ordinal);
    const standing = `${deposit.key}: ${batchId}`;
    return [
      ...(batch.state === wanted ? [] : [`${standing} is ${words(batch)}, not ${wanted}`]),
      ...(mine.length === deposit.jobs.length
        ? []
        : [`${standing} has ${mine.length} jobs, not ${deposit.jobs.length}`]),
      ...mine.flatMap((job, place) => {
        const expected = deposit.jobs[place];
        const code = expected?.end === "Failed" ? expected.code : null;
        return job.state === expected?.end && job.errorCode === code
          ? []
          : [
              `${deposit.key}: ${job.id} is ${words(job)}, not ${expected ? words({ state: expected.end, errorCode: code }) : "there"}`,
            ];
      }),
    ];
  });
}

type End = {
  readonly state: string;
  readonly errorCode: string | null;
  readonly errorMessage?: string | null;
};

function words({ state, errorCode, errorMessage }: End): string {
  const why = errorMessage ? ` (${errorMessage})` : "";
  return errorCode === null ? state : `${state} ${errorCode}${why}`;
}

/** Of a batch, what a person may make it do again. */
const AGAIN = ["Failed", "UpdateReporting"];

/** Moves made twice; a job that a person ran again may go the same way again. */
export function movedTwice({ moves }: Pick<Seen, "moves">): string[] {
  const runs = new Map<string, number>();
  const made = new Set<string>();
  return moves.flatMap((move) => {
    const id = move.jobId ?? move.batchId;
    if (move.from === "Failed") runs.set(id, (runs.get(id) ?? 0) + 1);
    if (move.jobId === null && AGAIN.includes(move.from)) return [];
    const name = `${id} ${move.from} to ${move.to}, run ${(runs.get(id) ?? 0) + 1}`;
    const isTwice = made.has(name);
    made.add(name);
    return isTwice ? [name] : [];
  });
}

/** Jobs with more than one ARK of their own. */
export function mintedTwice({ jobs }: Pick<Seen, "jobs">): string[] {
  return jobs.filter(({ minted }) => minted > 1).map(({ id, minted }) => `${id} has ${minted} ARKs`);
}

/** Jobs a worker moved after their batch had ended, and that nobody ran again. */
export function ranOn({ moves }: Pick<Seen, "moves">): string[] {
  const ended = new Set<string>();
  const again = new Set<string>();
  return moves.flatMap((move: SeenMove) => {
    if (move.jobId === null) {
      if (move.to === "Completed" || move.to === "Failed") ended.add(move.batchId);
      return [];
    }
    if (move.from === "Failed") again.add(move.jobId);
    return ended.has(move.batchId) && !again.has(move.jobId)
      ? [`${move.jobId} went ${move.from} to ${move.to}`]
      : [];
  });
}
