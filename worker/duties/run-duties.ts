import { DUTIES, DutyLost, type DutyName, type Memory } from "../../core/sequencer/duties.ts";
import type { Log } from "../../lib/log.ts";
import type { Context } from "../../operations/context.ts";
import { type Stint, type Taken, takeAllDuties } from "../../operations/duty/take.ts";
import type { Loop, repeat } from "../repeat.ts";

/** How a duty is done. `ctx`: fenced; what it is to remember beyond its holder is in `memory`. */
export type Duty = {
  readonly everyMs: number;
  /** It is due so seldom that when it was done last is kept, and a new holder waits for its time. */
  readonly isSeldom?: boolean;
  /** It may hang with a storage, so it has no place of those that need none. */
  readonly needsStorage?: boolean;
  act(ctx: Context, memory: Memory): Promise<unknown>;
};
export type Duties = Readonly<Record<DutyName, Duty>>;

/** The duties of this process. */
export type RunningDuties = {
  /** This process writes the beats from now on, or does so no more. */
  hold(stint: Stint | undefined): void;
  stop(): Promise<void>;
};

/** How soon is tried again to take the duties. */
const AGAIN_MS = 500;

/**
 * `loop`: as `repeat`, within this worker's share of connections; `storageLoop`: within the part of it that is for duties that
 * need a storage.
 */
type Options = {
  readonly ctx: Context;
  readonly log: Log;
  readonly loop: LoopOf;
  readonly storageLoop: LoopOf;
};
export type LoopOf = (
  name: string,
  act: () => Promise<unknown>,
  everyMs: number,
  firstMs?: number,
) => ReturnType<typeof repeat>;

/**
 * Does the duties while this process has them. They are taken before any is done, so that whoever had them before can keep
 * nothing any more; a duty that turns out to be another's ends all of the stint.
 */
export function runDuties(duties: Duties, { ctx, log, loop, storageLoop }: Options): RunningDuties {
  let stint: Stint | undefined;
  let loops: readonly Loop[] = [];
  let isTaken = false;
  // what is done seldom is done at a process's start too, as when it is the only one
  let isFirst = true;
  const end = (which: Stint | undefined) => {
    if (stint !== which) return;
    stint = undefined;
    // an iteration that still runs keeps nothing any more
    for (const each of loops) void each.stop();
    loops = [];
  };
  const run = async (of: Stint, name: DutyName, taken: Taken) => {
    try {
      await duties[name].act(taken.ctx, taken.memory);
      if (duties[name].isSeldom) await taken.done();
    } catch (error) {
      if (!(error instanceof DutyLost)) throw error;
      log.info({ duty: name, term: of.term }, "another worker has the duties now: nothing of this was kept");
      end(of);
    }
  };
  const take = async () => {
    const of = stint;
    if (!of || isTaken) return;
    const all = await takeAllDuties(ctx, of);
    if (stint !== of) return;
    if (!all) return;
    isTaken = true;
    log.info({ term: of.term }, "this worker does the duties now");
    loops = DUTIES.flatMap((name) => {
      const taken = all.get(name);
      const { needsStorage, everyMs } = duties[name];
      const begin = needsStorage ? storageLoop : loop;
      return taken ? [begin(name, () => run(of, name, taken), everyMs, firstMsOf(name, taken))] : [];
    });
    isFirst = false;
  };
  const firstMsOf = (name: DutyName, { doneMs }: Taken): number => {
    const { everyMs, isSeldom } = duties[name];
    return isSeldom && !isFirst && doneMs !== null ? Math.max(0, everyMs - doneMs) : 0;
  };
  const takes = loop("duties", take, AGAIN_MS);
  return {
    hold: (now) => {
      end(stint);
      stint = now;
      isTaken = false;
      if (now) takes.now();
    },
    stop: async () => {
      const ending = [takes, ...loops].map((each) => each.stop());
      stint = undefined;
      loops = [];
      await Promise.all(ending);
    },
  };
}
