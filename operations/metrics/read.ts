import type { Figures, FigureValue } from "../../core/metrics/figures.ts";
import { isDatabaseAway } from "../../lib/database-fault.ts";
import { readLatest } from "../../prisma/store/sequencer.ts";
import {
  countLostBeats,
  listNodes,
  listTakeovers,
  readOrder,
  type TakeoverRow,
} from "../../prisma/store/sequencer-watch.ts";
import type { Context } from "../context.ts";
import { GONE_MS } from "../sequencer/identity.ts";

/** More than this are not counted. */
const MOST_WAITING = 10_000;
/** Takeovers of a scrape; more between two are missing from the histogram, not from their total. */
const TAKEOVERS = 100;

/**
 * Reads every figure of FIGURES, from rows alone. While the database is away only that is told: a scrape that fails would
 * tell as little about this process. Whoever may ask is the route's matter.
 */
export async function readFigures(ctx: Pick<Context, "db">): Promise<Figures> {
  try {
    const figures = await readSequencer(ctx);
    return { ...figures, values: [{ name: "waybill_database_up", value: 1 }, ...figures.values] };
  } catch (error) {
    if (!isDatabaseAway(error)) throw error;
    return { values: [{ name: "waybill_database_up", value: 0 }], gaps: [] };
  }
}

async function readSequencer({ db }: Pick<Context, "db">): Promise<Figures> {
  const [latest, nodes, order, takeovers, lost] = await Promise.all([
    readLatest(db),
    listNodes(db, GONE_MS),
    readOrder(db, MOST_WAITING),
    listTakeovers(db, TAKEOVERS),
    countLostBeats(db),
  ]);
  const beat = latest?.beat;
  const values: readonly FigureValue[] = [
    { name: "waybill_seq_epoch", value: beat?.seq ?? 0 },
    { name: "waybill_seq_position", value: Number(order.position) },
    { name: "waybill_seq_nodes", value: nodes.length },
    { name: "waybill_seq_unsequenced", value: order.waiting },
    { name: "waybill_seq_unsequenced_oldest_seconds", value: order.oldestMs / 1_000 },
    // each beat that was won has the next seq
    { name: "waybill_seq_cas_total", value: beat?.seq ?? 0, labels: { result: "won" } },
    { name: "waybill_seq_cas_total", value: lost, labels: { result: "lost" } },
    { name: "waybill_seq_takeovers_total", value: Number(takeovers[0]?.number ?? 0) },
    ...(latest
      ? ([
          { name: "waybill_seq_term", value: latest.beat.term },
          { name: "waybill_seq_beat_age_seconds", value: latest.ageMs / 1_000 },
        ] as const)
      : []),
  ];
  return { values, gaps: takeovers.flatMap(gapOf) };
}

function gapOf({ number, gapMs }: TakeoverRow): Figures["gaps"] {
  return gapMs === null ? [] : [{ number: Number(number), seconds: gapMs / 1_000 }];
}
