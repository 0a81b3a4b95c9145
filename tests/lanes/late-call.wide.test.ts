import { afterAll, beforeAll, expect, it } from "vitest";
import { makeBatches } from "../fixtures/ledger/sign.ts";
import { type Installation, makeInstallation } from "../pipeline/installation.ts";
import { startWorker, type WorkerProcess } from "../pipeline/worker-process.ts";
import { checkOrder } from "../servers/fake-ledger/check-order.ts";
import { type FakeLedger, startFakeLedger } from "../servers/fake-ledger/start.ts";
import { all, makeLedgerLane } from "./ledger-lane.ts";

const NOTHING = { lost: [], duplicated: [], outOfOrder: [], overlap: [], late: [], unexpected: [] };
/** Times are a twentieth: a call is cut off after 5 s and settles in 20 s; a claim is free after 1 s, and 2 s for good. */
const SETTINGS = { postTimeoutMs: 100_000, settleMs: 400_000 };
const SERVICE = "late";

let ledger: FakeLedger;
let installation: Installation;
const workers: WorkerProcess[] = [];
const start = async () => {
  const worker = await startWorker(installation.workerEnv);
  workers.push(worker);
  return worker;
};
beforeAll(async () => {
  ledger = await startFakeLedger({ settleMs: 20 });
  installation = await makeInstallation({
    env: {
      LEDGERS: JSON.stringify({ main: { url: ledger.sawtoothUrl(SERVICE) } }),
      LANE_TIMES: "0.05",
      CLAIM_MS: "1000",
      CLAIM_LAST_MS: "2000",
    },
  });
});
afterAll(async () => {
  for (const worker of workers) await worker.stop();
  await installation?.end();
  await ledger?.close();
});

it("a worker killed while a call that was cut off settles leaves the wait to the next one", async () => {
  const settings = { backend: "sawtooth", serviceId: "lane-late", settings: SETTINGS } as const;
  const lane = await makeLedgerLane(installation, settings);
  const batches = makeBatches(SERVICE, 3);
  ledger.control({ fault: "late", ms: 12_000, service: SERVICE });
  const first = await start();
  await lane.submit(batches);
  await lane.until(([one]) => one?.attempts.at(-1) === "ambiguous", 60_000);
  first.kill("SIGKILL");
  await first.ended;
  await start();
  const standings = await lane.until(all("Committed"), 60_000);
  // busy: nothing was sent, on a machine too busy to send anything in time
  const sent = standings.map(({ attempts }) => attempts.filter((outcome) => outcome !== "busy"));
  expect(sent).toEqual([["ambiguous"], ["accepted"], ["accepted"]]);
  expect(ledger.requests.filter(({ method }) => method === "POST")).toHaveLength(3);
  expect(checkOrder(ledger.log, { [SERVICE]: batches })).toEqual(NOTHING);
});
