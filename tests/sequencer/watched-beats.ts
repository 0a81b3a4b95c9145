import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Beat } from "../../core/sequencer/epoch.ts";
import type { Db } from "../../prisma/client.ts";
import { listen } from "../../prisma/listen.ts";
import { until } from "../pipeline/until.ts";
import type { WorkerProcess } from "../pipeline/worker-process.ts";

/** The beats of an installation, as the database tells of them. */
export type WatchedBeats = {
  readonly all: readonly Beat[];
  /** The worker that wrote the latest beat, and that beat. */
  incumbentOf(workers: readonly WorkerProcess[]): Promise<{ worker: WorkerProcess; beat: Beat }>;
  /** Settles once another incarnation has written a beat. @returns ms from the last beat of this one to that, by the store's clock */
  untilSucceeded(incarnation: string): Promise<number>;
  close(): Promise<void>;
};

export async function watchBeatsOf(databaseUrl: string): Promise<WatchedBeats> {
  const all: Beat[] = [];
  const listening = listen(
    databaseUrl,
    () => undefined,
    () => undefined,
    undefined,
    (beat) => void all.push(beat),
  );
  await listening.ready;
  return {
    all,
    incumbentOf: async (workers) => {
      let found: { worker: WorkerProcess; beat: Beat } | undefined;
      await until(async () => {
        const beat = all.at(-1);
        const worker =
          beat && workers.find(({ lines }) => lines.some((line) => line.includes(beat.incarnation)));
        if (beat && worker) found = { worker, beat };
        return found !== undefined || "nobody writes beats";
      }, 20_000);
      if (!found) throw new Error("nobody writes beats");
      return found;
    },
    untilSucceeded: async (incarnation) => {
      await until(async () => all.at(-1)?.incarnation !== incarnation || "nobody has taken over", 20_000);
      const place = all.findLastIndex((beat) => beat.incarnation === incarnation);
      return msBetween(all[place], all[place + 1]);
    },
    close: () => listening.close(),
  };
}

/** By the store's clock. */
function msBetween(from: Beat | undefined, to: Beat | undefined): number {
  return from && to ? to.at.getTime() - from.at.getTime() : Number.NaN;
}

/** The longest time between two beats that follow each other, in ms. */
export function longestGap(beats: readonly Beat[]): number {
  return Math.max(...beats.slice(1).map((beat, place) => msBetween(beats[place], beat)));
}

/** Gives the sequencer something to order all the time, so that it takes no longer periods. */
export async function busily<Result>(db: Db, act: () => Promise<Result>): Promise<Result> {
  let isOver = false;
  const work = (async () => {
    while (!isOver) {
      const item = { kind: "task", itemId: randomUUID(), at: new Date() };
      // a database that is away is the test's own doing
      await db.sequenced.create({ data: item }).catch(() => undefined);
      await sleep(20);
    }
  })();
  try {
    await sleep(1_000);
    return await act();
  } finally {
    isOver = true;
    await work;
  }
}
