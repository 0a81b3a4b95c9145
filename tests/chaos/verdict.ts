import { BATCH_PERSON_MOVES, BATCH_WORKER_MOVES } from "../../core/batch/states.ts";
import { JOB_PERSON_MOVES, JOB_WORKER_MOVES } from "../../core/job/states.ts";
import { checkOrder, type Expected } from "../servers/fake-ledger/check-order.ts";
import { countResends } from "../servers/fake-ledger/count-resends.ts";
import { areLate } from "./late-arrivals.ts";
import { CLAIM_LAST_MS } from "./settings.ts";
import { listTakeovers } from "./takeovers.ts";
import type { World } from "./world.ts";

/** What must be 0, each with what it means when it is not. */
export const RED = {
  lost: "batches were lost or never became final",
  duplicated: "batches were executed more than once",
  outOfOrder: "batches were sent or executed out of their lane's order",
  overlap: "batches were sent before the one before them was final",
  unexpected: "batches arrived that no lane has",
  resubmittedAfterCommit: "batches were sent again after the ledger had committed them",
  locked: "lanes are still claimed",
  unfinished: "batches have not ended, and none did for a minute",
  illegalMoves: "moves of batches or jobs are none that the tables of states have",
} as const satisfies Record<string, string>;

/** What the run found, counted. */
export type Verdict = Readonly<Record<keyof typeof RED, number>> & {
  readonly lanes: number;
  /** How often a batch arrived at the ledger; `resends`: of them, not for the first time. */
  readonly submissions: number;
  readonly resends: number;
  readonly late: number;
  /** Batches sent again after a commit because the ledger took a call only after that had settled. */
  readonly ledgerLate: number;
  /** Batches a person has to decide about, at the end. */
  readonly waitingForPerson: number;
  readonly byStatus: Readonly<Record<string, number>>;
  readonly attempts: Readonly<Record<string, number>>;
  readonly lateAnswers: number;
  readonly takeovers: number;
  /** Of claims whose holder was neither ended, stopped nor cut off from the database. */
  readonly falseTakeovers: number;
  /** When those were, by the true clock. */
  readonly falseTakeoversAt: readonly string[];
  /** What the ledger and the rows know of batches that were sent again after they were committed, by a worker. */
  readonly afterCommit: readonly string[];
  /** The same of those for which the ledger was late. */
  readonly afterCommitLate: readonly string[];
  /** The most second and later tries in a minute. */
  readonly retriesPerMinute: number;
};

/** Compares the ledger's log with the lanes, and looks at the rows. */
export async function judge(world: World): Promise<Verdict> {
  const { db } = world.ctx;
  const { ledger, lanes, troubles } = world;
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
  const { resends, afterCommit } = countResends(ledger.log);
  const stories = await Promise.all(afterCommit.map(({ id }) => storyOf(world, id)));
  const ledgers = stories.filter(({ isLedgerLate }) => isLedgerLate);
  const workers = stories.filter(({ isLedgerLate }) => !isLedgerLate);
  const attempts = await db.attempt.findMany({ select: { outcome: true, lateAnswer: true } });
  const takeovers = await listTakeovers(world);
  const falseOnes = takeovers.filter((one) => !troubles.explains(one, CLAIM_LAST_MS));
  const missing = lanes.flatMap(({ batches }) => batches).filter(({ id }) => !byId.has(id)).length;
  const unfinished = rows.filter(({ batch }) => batch.state !== "Completed" && batch.state !== "Failed");
  return {
    lost: found.lost.length + missing,
    duplicated: found.duplicated.length,
    outOfOrder: found.outOfOrder.length,
    overlap: found.overlap.length,
    unexpected: found.unexpected.length,
    resubmittedAfterCommit: workers.length,
    ledgerLate: ledgers.length,
    afterCommit: workers.map(({ words }) => words),
    afterCommitLate: ledgers.map(({ words }) => words),
    locked: await db.lane.count({ where: { leaseUntil: { not: null } } }),
    unfinished: unfinished.length,
    illegalMoves: await countIllegalMoves(world),
    lanes: lanes.length,
    submissions: ledger.log.filter(({ event }) => event === "arrived").length,
    resends,
    late: found.late.length,
    waitingForPerson: await db.batch.count({ where: { unresolved: true } }),
    byStatus: count(rows.map(({ batch }) => batch.submissionStatus)),
    attempts: count(attempts.map(({ outcome }) => outcome)),
    lateAnswers: attempts.filter(({ lateAnswer }) => lateAnswer !== null).length,
    takeovers: takeovers.length,
    falseTakeovers: falseOnes.length,
    falseTakeoversAt: falseOnes.map(({ at, holder }) => `${new Date(at).toISOString()} ${holder}`),
    retriesPerMinute: await mostRetries(world),
  };
}

/** What the ledger and the rows know of a batch. `isLedgerLate`: it took a call later than that was said to settle, as on a machine that is too busy. */
type Story = { readonly words: string; readonly isLedgerLate: boolean };

/** All that happened to a batch, by the true clock: at the ledger, and each call of a worker. */
async function storyOf({ ctx: { db }, ledger }: World, id: string): Promise<Story> {
  const log = ledger.log.filter((entry) => entry.id === id);
  const attempts = await db.attempt.findMany({
    where: { batch: { ledgerBatch: { ledgerId: id } } },
    orderBy: { id: "asc" },
  });
  const arrivals = log
    .filter(({ event }) => event === "arrived")
    .map(({ at }) => performance.timeOrigin + at);
  const told = log.map(({ at, event, status, fault }) =>
    [new Date(performance.timeOrigin + at).toISOString(), event, status, fault].filter(Boolean).join(" "),
  );
  const calls = attempts.map(({ begunAt, settlesAt, answeredAt, outcome, instance, fence }) =>
    [
      begunAt.toISOString(),
      `settles ${settlesAt.toISOString()}`,
      `answered ${answeredAt?.toISOString()}`,
      outcome,
      instance,
      fence,
    ].join(" "),
  );
  return {
    words: `${id}: ${told.join(", ")}; calls ${calls.join(", ")}`,
    isLedgerLate: areLate(arrivals, attempts),
  };
}

/** Whoever made it, worker or person: a move is an arrow of one of the two tables. */
async function countIllegalMoves({ ctx: { db } }: World): Promise<number> {
  const tables: Record<string, readonly Readonly<Record<string, readonly string[]>>[]> = {
    "batch.moved": [BATCH_WORKER_MOVES, BATCH_PERSON_MOVES],
    "job.moved": [JOB_WORKER_MOVES, JOB_PERSON_MOVES],
  };
  const moves = await db.event.groupBy({
    by: ["kind", "from", "to"],
    where: { kind: { in: Object.keys(tables) } },
    _count: true,
  });
  return moves
    .filter(({ kind, from, to }) => !tables[kind]?.some((table) => table[from ?? ""]?.includes(to ?? "")))
    .reduce((sum, { _count }) => sum + _count, 0);
}

async function mostRetries({ ctx: { db } }: World): Promise<number> {
  const [row] = await db.$queryRaw<{ most: number | null }[]>`
    SELECT max(count)::int AS most FROM (
      SELECT count(*) FROM (
        SELECT begun_at, row_number() OVER (PARTITION BY batch_id ORDER BY id) AS number FROM attempt
      ) AS numbered WHERE number > 1 GROUP BY date_trunc('minute', begun_at)
    ) AS minutes`;
  return row?.most ?? 0;
}

function count(words: readonly (string | null)[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const word of words) counts[word ?? "none"] = (counts[word ?? "none"] ?? 0) + 1;
  return counts;
}
