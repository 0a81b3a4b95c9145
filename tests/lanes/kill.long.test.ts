import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { makeBatches } from "../fixtures/ledger/sign.ts";
import { makeInstallation } from "../pipeline/installation.ts";
import { until } from "../pipeline/until.ts";
import { startWorker } from "../pipeline/worker-process.ts";
import { checkOrder } from "../servers/fake-ledger/check-order.ts";
import { startFakeLedger } from "../servers/fake-ledger/start.ts";
import { all, makeLedgerLane } from "./ledger-lane.ts";

const SERVICES = { sawtooth: "default", scabbard: "01234-ABCDE::gsAA" } as const;
const NOTHING = { lost: [], duplicated: [], outOfOrder: [], overlap: [], late: [], unexpected: [] };
/** Longer than both expiries of a claim. */
const PAUSE_MS = 6_500;
/** The event line of a submission: claim, pick, attempt written, answer received, answer written. The call itself follows below. */
const POINTS = ["lane:claimed", "lane:picked", "lane:begun", "lane:answered", "lane:recorded"] as const;

/** A ledger, an installation, and a lane with four batches. Claims of 1 and 6 s, calls of 2 s that settle in 250 ms, a grace time of 1.5 s. */
async function openSite(backend: keyof typeof SERVICES) {
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
  const workers: Awaited<ReturnType<typeof startWorker>>[] = [];
  return {
    ledger,
    lane,
    arrivals,
    submit: () => lane.submit(batches),
    start: async (points = "") => {
      const worker = await startWorker({ ...installation.workerEnv, FAULT_POINTS: points });
      workers.push(worker);
      return worker;
    },
    findings: () => checkOrder(ledger.log, { [service]: batches }),
    timesSent: () => batches.map(({ id }) => arrivals().filter((entry) => entry.id === id).length),
    firstAttempt: () => installation.ctx.db.attempt.findFirstOrThrow({ orderBy: { id: "asc" } }),
    close: async () => {
      await Promise.all(workers.map((worker) => worker.stop()));
      await installation.end();
      await ledger.close();
    },
  };
}

type Site = Awaited<ReturnType<typeof openSite>>;

/** Runs a test on a site of its own. */
const on =
  <Words extends unknown[]>(
    backend: keyof typeof SERVICES,
    test: (site: Site, ...words: Words) => Promise<void>,
  ) =>
  async (...words: Words) => {
    const site = await openSite(backend);
    try {
      await site.submit();
      await test(site, ...words);
    } finally {
      await site.close();
    }
  };

describe.concurrent("a worker of a Sawtooth lane", () => {
  it.each(POINTS)(
    "killed at %s: the next one goes on in order, nothing twice",
    on("sawtooth", async (site, point) => {
      const first = await site.start(`${point}:kill:${point === "lane:claimed" ? 1 : 2}`);
      expect(await first.ended).toBe("SIGKILL");
      await site.start();
      await site.lane.until(all("Committed"), 40_000);
      expect(site.findings()).toEqual(NOTHING);
      expect(site.timesSent()).toEqual([1, 1, 1, 1]);
    }),
  );

  it.each(POINTS)(
    "paused at %s beyond both expiries: what it does later changes nothing",
    on("sawtooth", async (site, point) => {
      const paused = await site.start(`${point}:stop:1`);
      await sleep(PAUSE_MS);
      await site.start();
      await site.lane.until(all("Committed"), 40_000);
      paused.kill("SIGCONT");
      await sleep(1_000);
      expect(site.findings()).toEqual(NOTHING);
      expect(site.timesSent()).toEqual([1, 1, 1, 1]);
      expect(all("Committed")(await site.lane.standings())).toBe(true);
    }),
  );

  it.each(["SIGKILL", "SIGSTOP"] as const)(
    "that gets %s while the ledger takes its time: it is asked before anything is sent again",
    on("sawtooth", async (site, signal) => {
      site.ledger.control({ fault: "slow", ms: 5_000 });
      const first = await site.start();
      await until(async () => site.arrivals().length > 0 || "nothing has arrived", 20_000);
      first.kill(signal);
      await site.start();
      await site.lane.until(all("Committed"), 40_000);
      first.kill("SIGCONT");
      await sleep(1_000);
      expect(site.findings()).toEqual(NOTHING);
      expect(site.timesSent()).toEqual([1, 1, 1, 1]);
    }),
  );
});

describe.concurrent("a worker paused between its attempt and the call, longer than both expiries", () => {
  const pause = async (site: Site, isAhead: Parameters<Site["lane"]["until"]>[0]) => {
    const paused = await site.start("lane:begun:stop:1");
    await site.lane.until(([one]) => one?.attempts[0] === "open");
    await site.start();
    await site.lane.until(isAhead, 40_000);
    await sleep(PAUSE_MS);
    paused.kill("SIGCONT");
    await until(
      async () => (await site.firstAttempt()).lateAnswer !== null || "no late answer is kept",
      20_000,
    );
    expect(await site.firstAttempt()).toMatchObject({ outcome: "lost", lateAnswer: { outcome: "busy" } });
  };

  it(
    "sends nothing late on Sawtooth, where others went on",
    on("sawtooth", async (site) => {
      await pause(site, all("Committed"));
      expect(site.timesSent()).toEqual([1, 1, 1, 1]);
    }),
  );

  it(
    "sends nothing late on scabbard, where the batch waits for a person",
    on("scabbard", async (site) => {
      await pause(site, ([one]) => one?.unresolved === true);
      expect(site.timesSent()).toEqual([0, 0, 0, 0]);
    }),
  );
});

describe.concurrent("a worker killed before it sent on scabbard", () => {
  it(
    "leaves the batch to a person, and its lane locked",
    on("scabbard", async (site) => {
      const first = await site.start("lane:begun:kill:1");
      expect(await first.ended).toBe("SIGKILL");
      await site.start();
      const [head, ...others] = await site.lane.until(([one]) => one?.unresolved === true, 40_000);
      expect(head?.attempts).toEqual(["lost"]);
      expect(others.map(({ status }) => status)).toEqual([null, null, null]);
    }),
  );
});
