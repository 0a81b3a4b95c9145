import { describe, expect, it } from "vitest";
import { makeBatches } from "../fixtures/ledger/sign.ts";
import { all } from "../lanes/ledger-lane.ts";
import { until } from "../pipeline/until.ts";
import { checkOrder } from "../servers/fake-ledger/check-order.ts";
import { postgresStatements } from "../servers/fault-proxy/postgres-statements.ts";
import { startFaultProxy } from "../servers/fault-proxy/start.ts";
import { openSite } from "./site.ts";

const NOTHING = { lost: [], duplicated: [], outOfOrder: [], overlap: [], late: [], unexpected: [] };
/** How the ledger takes its time, so that a trap can be set between a submission's arrival and its answer. */
const SLOW_MS = 300;

/** Each is a statement of its own, so its end is its commit. */
const RECORDS = {
  begun: (statement: string) => statement.includes("INSERT INTO attempt"),
  answered: (statement: string) => /UPDATE attempt SET\s+answered_at/.test(statement),
} as const;

/**
 * F14 on a worker: the commit of a submission's record is cut, by a proxy before PostgreSQL. `begun`: the attempt, before
 * the call; `answered`: the ledger's answer, with which the first batch ends and the second one begins. The worker goes on
 * with what was committed: each batch has one attempt, and is sent once.
 */
const CASES = [
  ["answered", "after", ["accepted"], ["accepted"]],
  ["begun", "after", ["accepted"], ["accepted"]],
] as const;

describe.concurrent("a worker whose connection is cut", () => {
  it.each(CASES)("at the commit of what is %s, %s it was done", async (record, cut, ofFirst, ofSecond) => {
    const site = await openSite(["main"]);
    const { DATABASE_URL = "" } = site.installation.workerEnv;
    const proxy = await startFaultProxy({
      targetPort: Number(new URL(DATABASE_URL).port),
      readRequests: () => postgresStatements("waybill-worker"),
    });
    try {
      site.ledger.control({ fault: "slow", ms: SLOW_MS, service: "main" });
      const lane = await site.lane("main", { postTimeoutMs: 100_000, settleMs: 2_000, graceMs: 10_000 });
      const batches = makeBatches(`cut ${record} ${cut}`, 2);
      await site.start({ DATABASE_URL: proxy.urlOf(DATABASE_URL) });
      if (record === "begun") proxy.trap({ fits: RECORDS.begun, cut });
      await lane.submit(batches);
      if (record === "answered") {
        await until(async () => site.arrivals("main").length > 0 || "nothing has arrived", 20_000);
        proxy.trap({ fits: RECORDS.answered, cut });
      }
      const [first, second] = await lane.until(all("Committed"), 40_000);
      expect(proxy.seen.cuts).toBe(1);
      expect(proxy.seen.swallowedBytes).toBeGreaterThan(0);
      expect(first?.attempts).toEqual(ofFirst);
      expect(second?.attempts).toEqual(ofSecond);
      expect(checkOrder(site.ledger.log, { main: batches })).toEqual(NOTHING);
      expect(site.arrivals("main").map(({ id }) => id)).toEqual(batches.map(({ id }) => id));
    } finally {
      await site.close();
      await proxy.close();
    }
  });
});
