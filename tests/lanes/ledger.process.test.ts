import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { placeHold } from "../../operations/hold/place.ts";
import { releaseHold } from "../../operations/hold/release.ts";
import { makeBatches } from "../fixtures/ledger/sign.ts";
import { type Installation, makeInstallation } from "../pipeline/installation.ts";
import { startWorker, type WorkerProcess } from "../pipeline/worker-process.ts";
import { checkOrder } from "../servers/fake-ledger/check-order.ts";
import { type FakeLedger, startFakeLedger } from "../servers/fake-ledger/start.ts";
import { all, makeLedgerLane } from "./ledger-lane.ts";

const SCABBARD = "01234-ABCDE::gsA";

let ledger: FakeLedger;
let installation: Installation;
let worker: WorkerProcess;
beforeAll(async () => {
  ledger = await startFakeLedger({ settleMs: 20 });
  const names = [
    "plain",
    "busy",
    "delayed",
    "lost",
    "forgot",
    "invalid",
    "halts",
    "refused",
    "again",
    "held",
    "wide",
  ];
  const connections = Object.fromEntries([
    ...names.map((name) => [name, { url: ledger.sawtoothUrl(name) }]),
    ["scabbard", { url: ledger.url }],
  ]);
  installation = await makeInstallation({
    env: {
      LEDGERS: JSON.stringify(connections),
      LANE_TIMES: "0.05",
      CLAIM_MS: "2000",
      CLAIM_LAST_MS: "8000",
    },
  });
  worker = await startWorker(installation.workerEnv);
});
afterAll(async () => {
  await worker?.stop();
  await installation?.end();
  await ledger?.close();
});

const sawtooth = (name: string, more: Partial<Parameters<typeof makeLedgerLane>[1]> = {}) =>
  makeLedgerLane(installation, { serviceId: `lane-${name}`, backend: "sawtooth", ledger: name, ...more });

const arrivals = (service: string) =>
  ledger.log.filter((entry) => entry.service === service && entry.event === "arrived").map(({ id }) => id);

describe("a Sawtooth lane", () => {
  it("commits batches one at a time, in the order they were accepted, and completes them", async () => {
    const lane = await sawtooth("plain");
    const batches = makeBatches("plain", 5);
    await lane.submit(batches);
    const standings = await lane.until((seen) => seen.every(({ state }) => state === "Completed"));
    expect(standings.map(({ ledgerId }) => ledgerId)).toEqual(batches.map(({ id }) => id));
    expect(standings.map(({ attempts }) => attempts)).toEqual(batches.map(() => ["accepted"]));
    const log = ledger.log.filter((entry) => entry.service === "plain");
    const nothing = { lost: [], duplicated: [], outOfOrder: [], overlap: [], late: [], unexpected: [] };
    expect(checkOrder(log, { plain: batches })).toEqual(nothing);
  });

  it("tries again while the ledger is busy, each try an attempt of its own", async () => {
    ledger.control({ fault: "busy", service: "busy", times: 3 });
    const lane = await sawtooth("busy");
    await lane.submit(makeBatches("busy", 2));
    const [first, second] = await lane.until(all("Committed"));
    expect(first?.attempts).toEqual(["busy", "busy", "busy", "accepted"]);
    expect(second?.attempts).toEqual(["accepted"]);
  });

  it("delays a batch after ten tries and sends it again after its window; the next one waits", async () => {
    ledger.control({ fault: "busy", service: "delayed", times: 11 });
    const lane = await sawtooth("delayed");
    await lane.submit(makeBatches("delayed", 2));
    const [during] = await lane.until(([first]) => first?.status === "Delayed");
    expect(during?.attempts).toEqual(Array.from({ length: 10 }, () => "busy"));
    const [first, second] = await lane.until(all("Committed"));
    expect(first?.attempts).toEqual([...Array.from({ length: 11 }, () => "busy"), "accepted"]);
    expect(second?.attempts).toEqual(["accepted"]);
  });

  it("asks before it sends again when the answer was lost, and does not send what was committed", async () => {
    ledger.control({ fault: "drop-after", service: "lost" });
    const lane = await sawtooth("lost");
    const batches = makeBatches("lost", 2);
    await lane.submit(batches);
    const [first] = await lane.until(all("Committed"));
    expect(first?.attempts).toEqual(["ambiguous"]);
    expect(arrivals("lost")).toEqual(batches.map(({ id }) => id));
  });

  it("sends a batch again that the ledger has forgotten, before the next one", async () => {
    const service = "forgot";
    ledger.control({ fault: "stuck", service, times: 1 });
    const lane = await sawtooth("forgot");
    const batches = makeBatches("forgot", 2);
    await lane.submit(batches);
    await lane.until(([first]) => first?.status === "Pending");
    ledger.control({ fault: "lose-pending", service });
    const [first] = await lane.until(all("Committed"));
    expect(first?.attempts).toEqual(["accepted", "accepted"]);
    expect(arrivals(service)).toEqual([batches[0]?.id, batches[0]?.id, batches[1]?.id]);
  });

  it("goes on after an invalid batch, which fails with the ledger's words", async () => {
    ledger.control({ fault: "invalid", service: "invalid", message: "no such account", data: "AAE=" });
    const lane = await sawtooth("invalid");
    await lane.submit(makeBatches("invalid", 2));
    const [first, second] = await lane.until((seen) =>
      seen.every(({ state }) => ["Completed", "Failed"].includes(state)),
    );
    expect([first?.state, first?.status]).toEqual(["Failed", "Invalid"]);
    expect([second?.state, second?.status]).toEqual(["Completed", "Committed"]);
    const row = await installation.ctx.db.batch.findUniqueOrThrow({ where: { id: first?.id ?? "" } });
    expect(row).toMatchObject({
      errorCode: "ledger_invalid",
      errorMessage: expect.stringContaining("no such account"),
      ledgerInvalid: [
        { id: expect.stringMatching(/^[0-9a-f]{128}$/), message: "no such account", data: "AAE=" },
      ],
    });
  });

  it("halts after a refused batch where it is set to", async () => {
    ledger.control({ fault: "reject", service: "halts" });
    const lane = await sawtooth("halts", { settings: { afterInvalid: "halt" } });
    await lane.submit(makeBatches("halts", 2));
    const [first, second] = await lane.until(([one]) => one?.state === "Failed");
    expect([first?.status, second?.status]).toEqual(["Rejected", null]);
    const row = await installation.ctx.db.lane.findUniqueOrThrow({ where: { id: lane.laneId } });
    expect(row.haltedReason).toContain("The ledger refused a batch");
  });

  it("halts when the ledger refuses the lane, and leaves its batch untouched", async () => {
    ledger.control({
      fault: "answer",
      httpStatus: 401,
      body: "who are you",
      service: "refused",
    });
    const lane = await sawtooth("refused");
    await lane.submit(makeBatches("refused", 1));
    const [first] = await lane.until(([one]) => one?.attempts.length === 1 && one.attempts[0] === "rejected");
    expect([first?.state, first?.status]).toEqual(["Processing", null]);
    const row = await installation.ctx.db.lane.findUniqueOrThrow({ where: { id: lane.laneId } });
    expect(row.haltedReason).toContain("who are you");
  });

  it("takes a batch it has only once", async () => {
    const lane = await sawtooth("again");
    const batches = makeBatches("again", 1);
    await lane.submit([...batches, ...batches]);
    expect(await lane.until(all("Committed"))).toHaveLength(1);
  });

  it("holds its next batch while its collection is held, and sends it when the hold is released", async () => {
    const lane = await sawtooth("held");
    const hold = { on: "collection", id: lane.laneId, reason: "the ledger is moved" } as const;
    await placeHold(installation.ctx, hold);
    await lane.submit(makeBatches("held", 2));
    const [first, second] = await lane.until(([one]) => one?.state === "Held");
    expect([first?.attempts, second?.state]).toEqual([[], "Pending"]);
    await releaseHold(installation.ctx, { on: "collection", id: lane.laneId });
    await lane.until((seen) => seen.every(({ state }) => state === "Completed"));
    expect(arrivals("held")).toHaveLength(2);
  });

  it("that is unordered has up to its width in flight", async () => {
    const service = "wide";
    ledger.control({ fault: "stuck", service, times: 3 });
    const lane = await sawtooth("wide", { ordering: "unordered", width: 3 });
    await lane.submit(makeBatches("wide", 5));
    await lane.until((seen) => seen.filter(({ status }) => status === "Pending").length === 3);
    expect(new Set(arrivals(service)).size).toBe(3);
    ledger.control({ clear: "stuck", service });
    await lane.until(all("Committed"));
  });
});

describe("a scabbard lane", () => {
  it("commits in order", async () => {
    const lane = await makeLedgerLane(installation, {
      serviceId: `${SCABBARD}1`,
      backend: "scabbard",
      ledger: "scabbard",
    });
    const batches = makeBatches("scabbard", 3);
    await lane.submit(batches);
    await lane.until(all("Committed"));
    expect(arrivals(`${SCABBARD}1`)).toEqual(batches.map(({ id }) => id));
  });

  it("never sends again what may have been applied: the batch is left to a person and locks its lane", async () => {
    const serviceId = `${SCABBARD}2`;
    const lane = await makeLedgerLane(installation, { serviceId, backend: "scabbard", ledger: "scabbard" });
    const batches = makeBatches("unresolved", 2);
    ledger.control({ fault: "drop-before", service: serviceId });
    await lane.submit(batches);
    const [first, second] = await lane.until(([one]) => one?.unresolved === true);
    expect([first?.status, second?.status]).toEqual(["Unknown", null]);
    expect(arrivals(serviceId)).toEqual([]);
  });
});
