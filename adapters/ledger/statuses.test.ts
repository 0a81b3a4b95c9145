import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { LedgerBackend, LedgerTarget } from "../../core/ledger/ports.ts";
import { makeBatches, makeBatchList, type Signed } from "../../tests/fixtures/ledger/sign.ts";
import { type FakeLedger, startFakeLedger } from "../../tests/servers/fake-ledger/start.ts";
import { createLedgers } from "./ledgers.ts";

const ledgers = createLedgers();
const never = new AbortController().signal;
let fake: FakeLedger;
let lane = 0;

beforeAll(async () => {
  fake = await startFakeLedger();
});
afterEach(() => fake.control({ clear: "all" }));
afterAll(async () => {
  await ledgers.close();
  await fake.close();
});

function newTarget(backend: LedgerBackend): LedgerTarget {
  lane += 1;
  const serviceId = backend === "sawtooth" ? `asked-${lane}` : `01234-ABCDE::a${lane}`;
  const url = backend === "sawtooth" ? fake.sawtoothUrl(serviceId) : fake.url;
  return { serviceId, url, headers: { authorization: "Bearer hidden-token" } };
}

async function accept(backend: LedgerBackend, target: LedgerTarget, batch: Signed): Promise<void> {
  const options = { deadline: performance.now() + 5_000, signal: never };
  const answer = await ledgers[backend].submit(target, makeBatchList([batch]), options);
  expect(answer.kind).toBe("accepted");
}

const ask = (backend: LedgerBackend, target: LedgerTarget, ids: readonly string[], timeoutMs = 5_000) =>
  ledgers[backend].readStatuses(target, ids, { timeoutMs, signal: never });

const fakeIds = (count: number) =>
  Array.from({ length: count }, (_, index) => index.toString(16).padStart(128, "0"));

describe.each(["sawtooth", "scabbard"] as const)("readStatuses of %s", (backend) => {
  it("tells every state, in the order asked", async () => {
    const target = newTarget(backend);
    const [committed, invalid, pending, rolledBack] = makeBatches(target.serviceId, 4);
    if (!committed || !invalid || !pending || !rolledBack) throw new Error("no batches");
    await accept(backend, target, committed);
    fake.control({ fault: "invalid", message: "no such key", data: "AAE=", repeat: 3 });
    await accept(backend, target, invalid);
    fake.control({ fault: "stuck" });
    await accept(backend, target, pending);
    fake.control({ fault: "rollback" });
    await accept(backend, target, rolledBack);
    const [unknown = ""] = fakeIds(1);
    const ids = [pending.id, unknown, committed.id, rolledBack.id, invalid.id];
    expect(await ask(backend, target, ids)).toEqual([
      { ledgerId: pending.id, status: "Pending", message: "", invalid: [] },
      { ledgerId: unknown, status: "Unknown", message: "", invalid: [] },
      { ledgerId: committed.id, status: "Committed", message: "", invalid: [] },
      { ledgerId: rolledBack.id, status: "Valid", message: "", invalid: [] },
      {
        ledgerId: invalid.id,
        status: "Invalid",
        message: "no such key",
        invalid: [
          {
            id: expect.stringMatching(/^[0-9a-f]{128}$/),
            message: "no such key",
            data: "AAE=",
          },
        ],
      },
    ]);
    expect(fake.requests.at(-1)).toMatchObject({
      method: "GET",
      headers: { authorization: "Bearer hidden-token", "accept-encoding": "identity" },
    });
  });

  it("reads Unknown for what the answer leaves out, and asks nothing for nothing", async () => {
    const target = newTarget(backend);
    fake.control({ fault: "omit-unknown" });
    const ids = fakeIds(3);
    expect(await ask(backend, target, ids)).toEqual(
      ids.map((ledgerId) => ({ ledgerId, status: "Unknown", message: "", invalid: [] })),
    );
    const before = fake.requests.length;
    expect(await ask(backend, target, [])).toEqual([]);
    expect(fake.requests.length).toBe(before);
  });

  it("tells 40 ids in the order asked", async () => {
    const target = newTarget(backend);
    const [batch] = makeBatches(target.serviceId, 1);
    if (!batch) throw new Error("no batch");
    await accept(backend, target, batch);
    const before = fake.requests.length;
    const ids = [...fakeIds(39), batch.id];
    const readings = await ask(backend, target, ids);
    expect(readings.map(({ ledgerId }) => ledgerId)).toEqual(ids);
    expect(readings.map(({ status }) => status)).toEqual([...Array(39).fill("Unknown"), "Committed"]);
    const methods = fake.requests.slice(before).map(({ method }) => method);
    expect(methods).toEqual(backend === "sawtooth" ? ["POST"] : ["GET", "GET", "GET"]);
  });

  it.each([
    ["ledger_unreachable", 503, "text/plain", "no room"],
    ["ledger_unreachable", 500, "text/plain", "no room"],
    ["ledger_unreachable", 429, undefined, ""],
    ["ledger_refused", 401, "text/plain", "who are you"],
    ["ledger_refused", 404, "text/plain", "no such circuit"],
    ["ledger_refused", 302, undefined, ""],
    ["ledger_refused", 200, "text/html", "<html>"],
    ["ledger_refused", 200, "application/json", '{"data":[{"id":"a","status":"ODD"}]}'],
    ["ledger_refused", 200, "application/json", "bad json"],
  ])("throws %s for %i, quoting the ledger", async (code, httpStatus, contentType, body) => {
    fake.control({ fault: "answer", on: "status", httpStatus, body, ...(contentType && { contentType }) });
    const refusal = ask(backend, newTarget(backend), fakeIds(1));
    await expect(refusal).rejects.toMatchObject({ code, message: expect.stringContaining(body) });
  });

  it("throws when the connection drops, the time is up or nobody listens", async () => {
    const target = newTarget(backend);
    fake.control({ fault: "drop-before", on: "status" });
    await expect(ask(backend, target, fakeIds(1))).rejects.toMatchObject({ code: "ledger_unreachable" });
    fake.control({ fault: "slow", on: "status", ms: 60_000 });
    await expect(ask(backend, target, fakeIds(1), 300)).rejects.toMatchObject({ code: "ledger_unreachable" });
    const gone = { ...target, url: "http://127.0.0.1:1" };
    await expect(ask(backend, gone, fakeIds(1))).rejects.toMatchObject({
      code: "ledger_unreachable",
      message: "The ledger did not report the status of the batches: the connection was refused",
    });
  });

  it("throws the signal's reason", async () => {
    fake.control({ fault: "slow", on: "status", ms: 60_000 });
    const controller = new AbortController();
    const asking = ledgers[backend].readStatuses(newTarget(backend), fakeIds(1), {
      timeoutMs: 60_000,
      signal: controller.signal,
    });
    setTimeout(() => controller.abort(new Error("stopping")), 30);
    await expect(asking).rejects.toThrow("stopping");
  });
});

it("quotes Sawtooth on an id that is none", async () => {
  await expect(ask("sawtooth", newTarget("sawtooth"), ["XYZ"])).rejects.toMatchObject({
    code: "ledger_refused",
    message:
      "The ledger cannot be asked for the status of the batches: it answered 400: Blockchain items are identified by 128 character hex-strings.",
  });
});

it("asks scabbard below the circuit and service, with the protocol version", async () => {
  const target = { serviceId: "z7499-QGFd3::gsAA", url: `${fake.url}/`, headers: {} };
  await ask("scabbard", target, ["one"]);
  expect(fake.requests.at(-1)).toMatchObject({
    path: "/scabbard/z7499-QGFd3/gsAA/batch_statuses?ids=one",
    headers: { splinterprotocolversion: "1" },
  });
  await expect(ask("scabbard", { ...target, serviceId: "maps" }, ["one"])).rejects.toMatchObject({
    code: "ledger_refused",
  });
});

it("asks an old scabbard id by id, which refuses a whole question for one unknown id", async () => {
  const target = newTarget("scabbard");
  const [batch] = makeBatches(target.serviceId, 1);
  if (!batch) throw new Error("no batch");
  await accept("scabbard", target, batch);
  const [unknown = ""] = fakeIds(1);
  fake.control({ fault: "answer", on: "status", httpStatus: 408, times: 2 });
  expect(await ask("scabbard", target, [unknown, batch.id])).toEqual([
    { ledgerId: unknown, status: "Unknown", message: "", invalid: [] },
    { ledgerId: batch.id, status: "Committed", message: "", invalid: [] },
  ]);
});
