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
import { type Register, replayBeat } from "../../prisma/store/sequencer-replay.ts";
import { GONE_MS } from "./identity.ts";
import { readFollowing, replay } from "./replay.ts";

type Options = {
  readonly db: Sql;
  readonly log: OrderLog;
  /** The installation's id. */
  readonly of: string;
  readonly timing: Timing;
  /** Hears of lanes that can move now, since a beat was replayed that another one, or a lost answer, has left. */
  readonly onWaking: (laneIds: readonly string[]) => void;
};

/** How long a node believes that its database and the order log contradict each other before it reads both again. */
const AGAIN_MS = 1_000;

/**
 * The register in an order log outside the database: the log decides which beat comes next and with which items, and the
 * positions are given by replaying it. Ages are by the database's clock, which also gives the beats their times. Nodes show
 * up in the database. Errors beside those of both: OrderLost, again for a second without asking anybody, since each question
 * reads many beats; OtherStore.
 */
export function replayedStore(options: Options): CoordinationStore {
  const { db, log, of } = options;
  let known: Top | undefined;
  let lost: { readonly error: OrderLost; readonly untilMs: number } | undefined;
  const unlessLost = async <Answer>(ask: () => Promise<Answer>): Promise<Answer> => {
    if (lost && performance.now() < lost.untilMs) throw lost.error;
    try {
      return await ask();
    } catch (error) {
      if (error instanceof OrderLost) lost = { error, untilMs: performance.now() + AGAIN_MS };
      throw error;
    }
  };
  const own = (top: Top | undefined): Top | undefined => {
    if (top && top.beat.of !== of) throw new OrderLost("foreign", top.beat.seq);
    return top;
  };
  const topAfter = async (after: number) => (known?.beat.seq === after ? known : own(await log.top()));
  const latest = async () => {
    const [top, register] = await Promise.all([log.top().then(own), readFollowing(db, false)]);
    const isBehind = top !== undefined && top.beat.seq > register.reached.seq;
    return latestOf(top, isBehind ? await replay(options, top.beat.seq) : register);
  };
  const publish = async (publication: Publication): Promise<Published> => {
    const top = await topAfter(publication.after);
    const register = await registerAt(options, publication.after, top);
    if (!register || isPast(top, publication.after))
      return lostTo(latestOf(top, register ?? (await readFollowing(db, false))));
    const beat = nextBeat(register, publication, of, options.timing);
    const put = await log.put(beat, top);
    known = own(put.top);
    if (!put.isPut) return lostTo(latestOf(put.top, register));
    const latest = { beat: beatOf(beat), ageMs: 0 };
    return { isPublished: true, latest, ...(await give(options, beat)) };
  };
  return {
    watch: (onBeat) => log.watch((beat) => beat.of === of && onBeat(beatOf(beat))),
    showUp: (node) => showNode(db, node, GONE_MS),
    leave: (node) => leaveNode(db, node),
    latest: () => unlessLost(latest),
    publish: (publication) => unlessLost(() => publish(publication)),
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
  options: Options,
  after: Publication["after"],
  top: Top | undefined,
): Promise<Register | undefined> {
  const { db } = options;
  let register = await readFollowing(db, true);
  if (register.reached.seq < after && top && top.beat.seq >= after) {
    await replay(options, after);
    register = await readFollowing(db, true);
  }
  return register.reached.seq === after ? register : undefined;
}

/** Gives the positions of a beat that has been put: here, or by whoever was faster and hears of its lanes. */
async function give(options: Options, beat: OrderedBeat): Promise<Pick<Published, "given" | "waking">> {
  const replayed = await replayBeat(options.db, beat);
  if (replayed) return { given: replayed.given, waking: replayed.waking };
  await replay(options, beat.seq);
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
