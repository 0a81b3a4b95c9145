import { checkOrder, type Expected } from "../servers/fake-ledger/check-order.ts";
import type { World } from "./world.ts";

/** What the run found, counted. The first four groups must be 0. */
export type Verdict = {
  readonly lanes: number;
  /** How often a batch arrived at the ledger. */
  readonly submissions: number;
  readonly lost: number;
  readonly duplicated: number;
  readonly outOfOrder: number;
  readonly overlap: number;
  readonly unexpected: number;
  readonly locked: number;
  readonly unfinished: number;
  readonly late: number;
  readonly byStatus: Readonly<Record<string, number>>;
  readonly attempts: Readonly<Record<string, number>>;
  readonly lateAnswers: number;
  readonly takeovers: number;
  readonly isPassed: boolean;
};

/** Compares the ledger's log with the lanes, and looks at the rows. */
export async function judge({ ctx: { db }, ledger, lanes }: World): Promise<Verdict> {
  const rows = await db.ledgerBatch.findMany({
    select: { ledgerId: true, batch: { select: { submissionStatus: true, state: true } } },
  });
  const byId = new Map(rows.map(({ ledgerId, batch }) => [ledgerId, batch]));
  const isClosed = (id: string) => {
    const status = byId.get(id)?.submissionStatus;
    return status === "Rejected" || status === "Skipped";
  };
  const expected: Record<string, Expected[]> = Object.fromEntries(
    lanes.map(({ service, batches }) => [service, batches.map(({ id }) => ({ id, closed: isClosed(id) }))]),
  );
  const found = checkOrder(ledger.log, expected);
  const attempts = await db.attempt.findMany({ select: { outcome: true, lateAnswer: true } });
  const held = await db.lane.count({ where: { leaseUntil: { not: null } } });
  const takeovers = await db.lane.aggregate({ _sum: { breaks: true } });
  const missing = lanes.flatMap(({ batches }) => batches).filter(({ id }) => !byId.has(id)).length;
  const unfinished = rows.filter(
    ({ batch }) => batch.state !== "Completed" && batch.state !== "Failed",
  ).length;
  const figures = {
    lost: found.lost.length + missing,
    duplicated: found.duplicated.length,
    outOfOrder: found.outOfOrder.length,
    overlap: found.overlap.length,
    unexpected: found.unexpected.length,
    locked: held,
    unfinished,
  };
  return {
    ...figures,
    lanes: lanes.length,
    submissions: ledger.log.filter(({ event }) => event === "arrived").length,
    late: found.late.length,
    byStatus: count(rows.map(({ batch }) => batch.submissionStatus)),
    attempts: count(attempts.map(({ outcome }) => outcome)),
    lateAnswers: attempts.filter(({ lateAnswer }) => lateAnswer !== null).length,
    takeovers: takeovers._sum.breaks ?? 0,
    isPassed: Object.values(figures).every((figure) => figure === 0),
  };
}

function count(words: readonly (string | null)[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const word of words) counts[word ?? "none"] = (counts[word ?? "none"] ?? 0) + 1;
  return counts;
}
