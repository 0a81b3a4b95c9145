import { beatOf, nextBeat, type OrderedBeat, OrderLost } from "../../core/sequencer/order.ts";
import type {
  CoordinationStore,
  Latest,
  OrderLog,
  Publication,
  Published,
  Top,
} from "../../core/sequencer/ports.ts";
import type { Timing } from "../../core/sequencer/timing.ts";
import type { Sql } from "../../prisma/sql.ts";
import { leaveNode, showNode } from "../../prisma/store/sequencer.ts";
import { type Register, readRegister, replayBeat } from "../../prisma/store/sequencer-replay.ts";
import { GONE_MS } from "./identity.ts";
import { replay } from "./replay.ts";

type Options = {
  readonly db: Sql;
  readonly log: OrderLog;
  /** The installation's id. */
  readonly of: string;
  readonly timing: Timing;
};

/**
 * The register in an order log outside the database: the log decides which beat comes next and with which items, and the
 * positions are given by replaying it. Ages are by the database's clock, which also gives the beats their times. Nodes show
 * up in the database. Errors beside those of both: OrderLost.
 */
export function replayedStore(options: Options): CoordinationStore {
  const { db, log, of } = options;
  let known: Top | undefined;
  const own = (top: Top | undefined): Top | undefined => {
    if (top && top.beat.of !== of) throw new OrderLost("foreign", top.beat.seq);
    return top;
  };
  const topAfter = async (after: number) => (known?.beat.seq === after ? known : own(await log.top()));
  return {
    watch: (onBeat) => log.watch((beat) => beat.of === of && onBeat(beatOf(beat))),
    showUp: (node) => showNode(db, node, GONE_MS),
    leave: (node) => leaveNode(db, node),
    latest: async () => {
      const [top, register] = await Promise.all([log.top().then(own), readRegister(db, false)]);
      const isBehind = top !== undefined && top.beat.seq > register.reached.seq;
      return latestOf(top, isBehind ? await replay(db, log, top.beat.seq) : register);
    },
    publish: async (publication) => {
      const top = await topAfter(publication.after);
      const register = await registerAt(options, publication.after, top);
      if (!register || isPast(top, publication.after))
        return lostTo(latestOf(top, register ?? (await readRegister(db, false))));
      const beat = nextBeat(register, publication, of, options.timing);
      const put = await log.put(beat, top);
      known = own(put.top);
      if (!put.isPut) return lostTo(latestOf(put.top, register));
      return {
        isPublished: true,
        latest: { beat: beatOf(beat), ageMs: 0 },
        ...(await give(options, beat)),
      };
    },
  };
}

function isPast(top: Top | undefined, after: number): boolean {
  return top !== undefined && top.beat.seq > after;
}

/**
 * The register once the beat `after` has been replayed, with what waits then; undefined: it is further. Whatever the log has
 * lost, as after a restore of it, the register goes on from itself.
 */
async function registerAt(
  { db, log }: Options,
  after: Publication["after"],
  top: Top | undefined,
): Promise<Register | undefined> {
  let register = await readRegister(db, true);
  if (register.reached.seq < after && top && top.beat.seq >= after) {
    await replay(db, log, after);
    register = await readRegister(db, true);
  }
  return register.reached.seq === after ? register : undefined;
}

/**
 * Gives the positions of a beat that has been put: here, or by whoever was faster. Lanes that wait for what others have given
 * are found by the sweep.
 */
async function give({ db, log }: Options, beat: OrderedBeat): Promise<Pick<Published, "given" | "waking">> {
  const replayed = await replayBeat(db, beat);
  if (replayed) return { given: replayed.given, waking: replayed.waking };
  await replay(db, log, beat.seq);
  return { given: beat.ids.reduce((sum, [from, to]) => sum + to - from + 1, 0), waking: [] };
}

function latestOf(top: Top | undefined, { reached, beat, ageMs, now }: Register): Latest | undefined {
  if (top && top.beat.seq >= reached.seq)
    return { beat: beatOf(top.beat), ageMs: Math.max(0, now.getTime() - top.beat.at.getTime()) };
  return reached.seq > 0 ? { beat, ageMs } : undefined;
}

function lostTo(latest: Latest | undefined): Published {
  if (!latest) throw new Error("no beat could be written, and there is no other");
  return { isPublished: false, latest, given: 0, waking: [] };
}
