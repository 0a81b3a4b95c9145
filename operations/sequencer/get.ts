import { can } from "../../core/access/roles.ts";
import type { SequencerView } from "../../core/contracts/sequencer-views.ts";
import { distanceFrom, ringOf } from "../../core/sequencer/ring.ts";
import { readLatest } from "../../prisma/store/sequencer.ts";
import { readStore } from "../../prisma/store/sequencer-replay.ts";
import { listNodes, listTakeovers, readOrder, type TakeoverRow } from "../../prisma/store/sequencer-watch.ts";
import { allow } from "../allow.ts";
import type { Context } from "../context.ts";
import { GONE_MS } from "./identity.ts";

/** More than this are not counted. */
const MOST_WAITING = 10_000;
const TAKEOVERS = 20;

/**
 * How the sequencer stands: who writes, who would be next, and what waits for a position.
 * @throws WaybillError `not_allowed`
 */
export async function getSequencer({
  db,
  actor,
  env,
}: Pick<Context, "db" | "actor" | "env">): Promise<SequencerView> {
  allow(actor, "steer-sequencer");
  const [latest, nodes, order, takeovers, store] = await Promise.all([
    readLatest(db),
    listNodes(db, GONE_MS),
    readOrder(db, MOST_WAITING),
    listTakeovers(db, TAKEOVERS),
    readStore(db),
  ]);
  const beat = latest?.beat;
  const ring = ringOf(nodes.map(({ key }) => key));
  const isOver = beat === undefined || beat.handsOver;
  return {
    tickMs: env.SEQUENCER_TICK_MS,
    store,
    writer:
      beat && latest
        ? { ...beat, at: beat.at.toISOString(), ageMs: latest.ageMs, since: sinceOf(takeovers, beat.term) }
        : null,
    ring: nodes.map(({ key, seenAt, beatsLost, stepDownTerm }) => ({
      key,
      distance: beat ? distanceFrom(ring, beat.writer, key) : null,
      seenAt: seenAt.toISOString(),
      beatsLost: Number(beatsLost),
      isAskedToStepDown:
        !isOver && key === beat.writer && stepDownTerm !== null && Number(stepDownTerm) === beat.term,
    })),
    position: Number(order.position),
    waiting: {
      count: order.waiting,
      isMore: order.waiting === MOST_WAITING,
      oldestAt: order.oldestAt?.toISOString() ?? null,
    },
    takeovers: takeovers.map(({ term, at, gapMs, number: _, ...row }) => ({
      ...row,
      term: Number(term),
      at: at.toISOString(),
      gapMs: gapMs === null ? null : Math.round(gapMs),
    })),
    may: {
      stepDown: can(actor, "steer-sequencer") && !isOver && ring.includes(beat.writer) && ring.length > 1,
    },
  };
}

function sinceOf(takeovers: readonly TakeoverRow[], of: number): string | null {
  return takeovers.find(({ term }) => Number(term) === of)?.at.toISOString() ?? null;
}
