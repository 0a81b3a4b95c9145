import { expect, it } from "vitest";
import { makeBatches } from "../fixtures/ledger/sign.ts";
import { all } from "../lanes/ledger-lane.ts";
import { postgresStatements } from "../servers/fault-proxy/postgres-statements.ts";
import { startFaultProxy } from "../servers/fault-proxy/start.ts";
import { openSite } from "./site.ts";

/** What a starting worker writes first: the kinds of task it knows. */
const isFirst = (statement: string) => statement.includes("INSERT INTO task_kind");

it.each(["before", "after"] as const)(
  "F14: a worker whose connection is cut while it starts, %s its first write was done, starts and works",
  async (cut) => {
    const site = await openSite(["main"]);
    const { DATABASE_URL = "" } = site.installation.workerEnv;
    const proxy = await startFaultProxy({
      targetPort: Number(new URL(DATABASE_URL).port),
      readRequests: () => postgresStatements("waybill-worker"),
    });
    try {
      proxy.trap({ fits: isFirst, cut, times: 2 });
      const worker = await site.start({ DATABASE_URL: proxy.urlOf(DATABASE_URL) });
      expect(proxy.seen.cuts).toBe(2);
      expect(worker.lines.filter((line) => line.includes("waiting for the database"))).toHaveLength(2);
      const lane = await site.lane("main");
      await lane.submit(makeBatches(`start ${cut}`, 1));
      await lane.until(all("Committed"), 20_000);
    } finally {
      await site.close();
      await proxy.close();
    }
  },
);
