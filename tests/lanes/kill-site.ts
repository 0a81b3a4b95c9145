import { makeBatches } from "../fixtures/ledger/sign.ts";
import { makeInstallation } from "../pipeline/installation.ts";
import { startWorker, type WorkerProcess } from "../pipeline/worker-process.ts";
import { checkOrder } from "../servers/fake-ledger/check-order.ts";
import { startFakeLedger } from "../servers/fake-ledger/start.ts";
import { postgresStatements } from "../servers/fault-proxy/postgres-statements.ts";
import { startFaultProxy } from "../servers/fault-proxy/start.ts";
import { makeLedgerLane } from "./ledger-lane.ts";

const SERVICES = { sawtooth: "default", scabbard: "01234-ABCDE::gsAA" } as const;
export const NOTHING = { lost: [], duplicated: [], outOfOrder: [], overlap: [], late: [], unexpected: [] };
/** Longer than both expiries of a claim. */
export const PAUSE_MS = 6_500;
/** The event line of a submission: claim, pick, attempt written, answer received, answer written. The call itself follows below. */
export const POINTS = [
  "lane:claimed",
  "lane:picked",
  "lane:begun",
  "lane:answered",
  "lane:recorded",
] as const;

/** A ledger, an installation, and a lane with four batches. Claims of 1 and 6 s, calls of 2 s that settle in 250 ms, a grace time of 1.5 s. */
async function openKillSite(backend: keyof typeof SERVICES) {
  const ledger = await startFakeLedger({ settleMs: 20 });
  const LEDGERS = JSON.stringify({ main: { url: ledger.url } });
  const env = { LEDGERS, LANE_TIMES: "0.05", CLAIM_MS: "1000", CLAIM_LAST_MS: "6000" };
  const installation = await makeInstallation({ env });
  const serviceId = backend === "sawtooth" ? "----" : SERVICES.scabbard;
  const settings = { postTimeoutMs: 40_000 };
  const lane = await makeLedgerLane(installation, { backend, serviceId, settings });
  const batches = makeBatches("kill", 4);
  const service = SERVICES[backend];
  const arrivals = () => ledger.log.filter((entry) => entry.event === "arrived");
  const workers: WorkerProcess[] = [];
  const { DATABASE_URL = "" } = installation.workerEnv;
  const door = await startFaultProxy({
    targetPort: Number(new URL(DATABASE_URL).port),
    readRequests: () => postgresStatements("waybill-worker"),
  });
  const startOn = async (databaseUrl: string, points: string) => {
    const env = { ...installation.workerEnv, DATABASE_URL: databaseUrl, FAULT_POINTS: points };
    const worker = await startWorker(env);
    workers.push(worker);
    return worker;
  };
  return {
    ledger,
    lane,
    arrivals,
    submit: () => lane.submit(batches),
    ownerUrl: installation.ownerUrl,
    /** Between PostgreSQL and the workers of startBehindDoor. */
    door,
    start: (points = "") => startOn(DATABASE_URL, points),
    startBehindDoor: (points = "") => startOn(door.urlOf(DATABASE_URL), points),
    findings: () => checkOrder(ledger.log, { [service]: batches }),
    timesSent: () => batches.map(({ id }) => arrivals().filter((entry) => entry.id === id).length),
    firstAttempt: () => installation.ctx.db.attempt.findFirstOrThrow({ orderBy: { id: "asc" } }),
    close: async () => {
      for (const worker of workers) worker.kill("SIGCONT");
      await Promise.all(workers.map((worker) => worker.stop()));
      await door.close();
      await installation.end();
      await ledger.close();
    },
  };
}

export type KillSite = Awaited<ReturnType<typeof openKillSite>>;

/** Runs a test on a site of its own. */
export const on =
  <Words extends unknown[]>(
    backend: keyof typeof SERVICES,
    test: (site: KillSite, ...words: Words) => Promise<void>,
  ) =>
  async (...words: Words) => {
    const site = await openKillSite(backend);
    try {
      await site.submit();
      await test(site, ...words);
    } finally {
      await site.close();
    }
  };
