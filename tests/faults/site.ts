import { makeBatches } from "../fixtures/ledger/sign.ts";
import { makeLedgerLane } from "../lanes/ledger-lane.ts";
import { makeInstallation } from "../pipeline/installation.ts";
import { until } from "../pipeline/until.ts";
import { startWorker, type WorkerProcess } from "../pipeline/worker-process.ts";
import { type FakeLedger, startFakeLedger } from "../servers/fake-ledger/start.ts";

/** A ledger and an installation with workers of its own; Sawtooth's lanes are told apart by their ledger's name. */
export type Site = {
  readonly ledger: FakeLedger;
  readonly installation: Awaited<ReturnType<typeof makeInstallation>>;
  start(env?: Readonly<Record<string, string>>): Promise<WorkerProcess>;
  /** A Sawtooth lane of this name, here and at the ledger. */
  lane(name: string, settings?: object): ReturnType<typeof makeLedgerLane>;
  /** When each batch of a lane arrived at the ledger, in ms of its clock. */
  arrivals(name: string): readonly { readonly id: string; readonly at: number }[];
  /** Has the one place of a worker for lanes that needs no wake-up wait for a ledger, so that other lanes need one. */
  occupy(): Promise<void>;
  close(): Promise<void>;
};

/** The lane that occupies a place, and for how long: a worker that stops waits for it. */
const [OCCUPYING, OCCUPIED_MS] = ["occupying", 15_000];
/** Before it is scaled. */
const POST_TIMEOUT_MS = 600_000;

/** Claims of 2 and 8 s, calls of 0.5 s that settle in 0.25 s, a delay window of 1 s, a grace time of 1.5 s. */
const TIMES = { LANE_TIMES: "0.05", CLAIM_MS: "2000", CLAIM_LAST_MS: "8000" };

export async function openSite(
  names: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Site> {
  const ledger = await startFakeLedger({ settleMs: 20 });
  const connections = Object.fromEntries(
    [...names, OCCUPYING].map((name) => [name, { url: ledger.sawtoothUrl(name) }]),
  );
  const installation = await makeInstallation({
    env: { LEDGERS: JSON.stringify(connections), ...TIMES, ...env },
  });
  const workers: WorkerProcess[] = [];
  const lane: Site["lane"] = (name, settings = {}) =>
    makeLedgerLane(installation, {
      serviceId: `lane-${name}`,
      backend: "sawtooth",
      ledger: name,
      settings,
    });
  const arrivals: Site["arrivals"] = (name) =>
    ledger.log.filter(({ service, event }) => service === name && event === "arrived");
  return {
    ledger,
    installation,
    start: async (more = {}) => {
      const worker = await startWorker({ ...installation.workerEnv, ...more });
      workers.push(worker);
      return worker;
    },
    lane,
    arrivals,
    occupy: async () => {
      ledger.control({ fault: "slow", ms: OCCUPIED_MS, service: OCCUPYING, times: 1 });
      const occupying = await lane(OCCUPYING, { postTimeoutMs: POST_TIMEOUT_MS });
      await occupying.submit(makeBatches(OCCUPYING, 1));
      await until(async () => arrivals(OCCUPYING).length > 0 || "no lane is at the ledger", 20_000);
    },
    close: async () => {
      for (const worker of workers) worker.kill("SIGCONT");
      await Promise.all(workers.map((worker) => worker.stop()));
      await installation.end();
      await ledger.close();
    },
  };
}
