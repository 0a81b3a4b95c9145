import { setTimeout as sleep } from "node:timers/promises";
import type { JobCounts } from "../../core/contracts/views.ts";
import type { Db } from "../../prisma/client.ts";
import { countJobsByState } from "../../prisma/store/job/list.ts";

const LARGE_JOBS = 5_000;
const MOST_PAUSE_MS = 1_000;

/** Counting a large batch takes a tenth of the time at most. */
const pauseAfter = (tookMs: number) => Math.min(MOST_PAUSE_MS, 10 * tookMs);

/** The counts of one large batch: the last one's end and, if somebody waits for it, the next one. */
type Line = { freeAt: number; running: Promise<unknown>; next: Promise<JobCounts> | undefined };

const linesOf = new WeakMap<Db, Map<string, Line>>();

/**
 * Jobs of each batch by state, as countJobsByState; at most 200 batches. Counting 100,000 takes 25 ms, and everyone who
 * watches such a batch asks at each change. So after a count of more than 5,000 jobs there is a pause ten times as long,
 * of a second at most; the next count is for all who have asked meanwhile, and they wait for it. Nobody is given a count
 * that began before the question: once the batch has come to rest, what is shown is true.
 */
export async function countJobs(
  db: Db,
  batchIds: readonly string[],
  pause: (tookMs: number) => number = pauseAfter,
): Promise<ReadonlyMap<string, JobCounts>> {
  const lines = linesOf.get(db) ?? new Map<string, Line>();
  linesOf.set(db, lines);
  for (const [id, { freeAt, next }] of lines) if (!next && freeAt <= performance.now()) lines.delete(id);
  const large = batchIds.filter((id) => lines.has(id));
  const others = batchIds.filter((id) => !lines.has(id));
  const begun = performance.now();
  const [counts, ...rest] = await Promise.all([
    countJobsByState(db, others).then((counted) => {
      const pauseMs = pause(performance.now() - begun);
      for (const [id, jobs] of counted) if (isLarge(jobs)) lines.set(id, lineOf(pauseMs));
      return counted;
    }),
    ...large.map((id) => countNext(db, lines, id, pause)),
  ]);
  return new Map([
    ...counts,
    ...large.flatMap((id, place) => {
      const jobs = rest[place];
      return jobs ? [[id, jobs] as const] : [];
    }),
  ]);
}

function countNext(
  db: Db,
  lines: Map<string, Line>,
  id: string,
  pause: (tookMs: number) => number,
): Promise<JobCounts> {
  const line = lines.get(id) ?? lineOf(0);
  lines.set(id, line);
  line.next ??= count(db, line, id, pause);
  return line.next;
}

async function count(db: Db, line: Line, id: string, pause: (tookMs: number) => number): Promise<JobCounts> {
  await line.running.catch(() => undefined);
  await sleep(Math.max(0, line.freeAt - performance.now()));
  // who asks from now on needs a later count
  line.next = undefined;
  const begun = performance.now();
  const counting = countJobsByState(db, [id]);
  line.running = counting;
  const jobs = (await counting).get(id) ?? {};
  const ended = performance.now();
  line.freeAt = ended + (isLarge(jobs) ? pause(ended - begun) : 0);
  return jobs;
}

function lineOf(pauseMs: number): Line {
  return { freeAt: performance.now() + pauseMs, running: Promise.resolve(), next: undefined };
}

function isLarge(jobs: JobCounts): boolean {
  return Object.values(jobs).reduce((sum, some) => sum + some, 0) > LARGE_JOBS;
}
