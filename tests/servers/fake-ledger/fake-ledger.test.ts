import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { makeBatches, makeBatchList, type Signed } from "../../fixtures/ledger/sign.ts";
import { type FakeLedger, startFakeLedger } from "./start.ts";

let fake: FakeLedger;

beforeEach(async () => {
  fake = await startFakeLedger();
});
afterEach(() => fake.close());

const SERVICE = "01234-ABCDE::gsAA";
const scabbard = () => `${fake.url}/scabbard/01234-ABCDE/gsAA`;

async function post(base: string, batches: readonly Signed[]): Promise<Response> {
  const body = Buffer.from(makeBatchList(batches));
  return fetch(`${base}/batches`, {
    method: "POST",
    body,
    headers: { "content-type": "application/octet-stream" },
  });
}

async function statesOf(base: string, batches: readonly Signed[]): Promise<readonly string[]> {
  const isSawtooth = !base.includes("/scabbard/");
  const ids = batches.map(({ id }) => id).join(",");
  const answer = await fetch(`${base}/batch_statuses?${isSawtooth ? "id" : "ids"}=${ids}`);
  const value = await answer.json();
  if (isSawtooth) return value.data.map((each: { status: string }) => each.status);
  const byId = new Map(
    value.map((each: { id: string; status: { statusType: string } }) => [each.id, each.status.statusType]),
  );
  return batches.map(({ id }) => String(byId.get(id)));
}

const setFault = (fault: object) =>
  fetch(`${fake.url}/_control`, { method: "POST", body: JSON.stringify(fault) });
const eventsOf = (service: string) =>
  fake.log.filter((entry) => entry.service === service).map(({ event }) => event);

describe("the fake ledger", () => {
  it("keeps services apart, Sawtooth's default at the root", async () => {
    const [batch] = makeBatches("apart", 1);
    if (!batch) throw new Error("no batch");
    for (const base of [fake.url, fake.sawtoothUrl("default"), fake.sawtoothUrl("other"), scabbard()])
      expect((await post(base, [batch])).status).toBe(202);
    const counts = await (await fetch(`${fake.url}/_counts`)).json();
    expect(counts).toEqual({
      default: { [batch.id]: 1 },
      other: { [batch.id]: 1 },
      [SERVICE]: { [batch.id]: 1 },
    });
    const log = await (await fetch(`${fake.url}/_log?service=other`)).json();
    expect(log).toMatchObject([
      { service: "other", event: "arrived", id: batch.id },
      { event: "executed", status: "Committed" },
      { event: "final", status: "Committed" },
    ]);
  });

  it("keeps a batch pending until it settles", async () => {
    await setFault({ fault: "settle", ms: 60_000 });
    const batches = makeBatches("settle", 2);
    await post(fake.url, batches);
    expect(await statesOf(fake.url, batches)).toEqual(["PENDING", "PENDING"]);
    await post(fake.url, batches);
    expect(eventsOf("default").filter((event) => event !== "asked")).toEqual(Array(4).fill("arrived"));
    await setFault({ fault: "settle", ms: 1 });
    await post(scabbard(), batches);
    await expect.poll(() => statesOf(scabbard(), batches)).toEqual(["Committed", "Committed"]);
  });

  it("loses what is pending and keeps what is committed", async () => {
    const [one, two] = makeBatches("lose", 2);
    if (!one || !two) throw new Error("no batches");
    await post(fake.url, [one]);
    await setFault({ fault: "stuck" });
    await post(fake.url, [two]);
    expect(await statesOf(fake.url, [one, two])).toEqual(["COMMITTED", "PENDING"]);
    await setFault({ fault: "lose-pending" });
    expect(await statesOf(fake.url, [one, two])).toEqual(["COMMITTED", "UNKNOWN"]);
    expect(eventsOf("default")).toContain("forgotten");
    await post(fake.url, [two]);
    expect(fake.counts("default")).toEqual({ [one.id]: 1, [two.id]: 1 });
  });

  it("remembers 100 batches on scabbard and none after its restart", async () => {
    const batches = makeBatches("history", 101);
    await post(scabbard(), batches);
    const states = await statesOf(scabbard(), batches);
    expect(states[0]).toBe("Unknown");
    expect(new Set(states.slice(1))).toEqual(new Set(["Committed"]));
    await setFault({ fault: "restart-history", service: SERVICE });
    expect(new Set(await statesOf(scabbard(), batches))).toEqual(new Set(["Unknown"]));
  });

  it("rolls back without a trace and executes a batch that comes again", async () => {
    const batches = makeBatches("rollback", 1);
    await setFault({ fault: "rollback" });
    await post(scabbard(), batches);
    expect(await statesOf(scabbard(), batches)).toEqual(["Valid"]);
    expect(fake.counts(SERVICE)).toEqual({});
    await post(scabbard(), batches);
    expect(await statesOf(scabbard(), batches)).toEqual(["Committed"]);
    expect(fake.counts(SERVICE)).toEqual({ [batches[0]?.id ?? ""]: 1 });
  });

  it("lets stuck batches go on when the fault is cleared", async () => {
    const batches = makeBatches("stuck", 1);
    await setFault({ fault: "stuck", times: 0, service: "default" });
    await post(fake.url, batches);
    expect(await (await fetch(`${fake.url}/_control`)).json()).toEqual([
      { fault: "stuck", times: 0, service: "default" },
    ]);
    expect(await statesOf(fake.url, batches)).toEqual(["PENDING"]);
    await setFault({ clear: "stuck" });
    expect(await statesOf(fake.url, batches)).toEqual(["COMMITTED"]);
    expect(fake.counts("default")).toEqual({ [batches[0]?.id ?? ""]: 1 });
  });

  it("uses a fault so many times, and only where it is meant", async () => {
    const batches = makeBatches("times", 1);
    await setFault({ fault: "busy", times: 2, service: "a", retryAfter: "1" });
    expect((await post(fake.url, batches)).status).toBe(202);
    const first = await post(fake.sawtoothUrl("a"), batches);
    expect([first.status, first.headers.get("retry-after")]).toEqual([429, "1"]);
    expect((await post(fake.sawtoothUrl("a"), batches)).status).toBe(429);
    expect((await post(fake.sawtoothUrl("a"), batches)).status).toBe(202);
    expect(eventsOf("a")).toEqual(["refused", "refused", "arrived", "executed", "final"]);
  });

  it("answers Unknown when told to", async () => {
    const batches = makeBatches("unknown", 1);
    await post(fake.url, batches);
    await setFault({ fault: "unknown", times: 2 });
    const states = [];
    for (const _ of [1, 2, 3]) states.push(...(await statesOf(fake.url, batches)));
    expect(states).toEqual(["UNKNOWN", "UNKNOWN", "COMMITTED"]);
  });

  it("answers as Sawtooth does to what is malformed", async () => {
    const codeOf = async (body: string, contentType: string) => {
      const headers = { "content-type": contentType };
      const answer = await fetch(`${fake.url}/batches`, { method: "POST", body, headers });
      return [answer.status, (await answer.json()).error.code];
    };
    expect(await codeOf("x", "application/octet-stream; charset=utf-8")).toEqual([400, 42]);
    expect(await codeOf("", "application/octet-stream")).toEqual([400, 34]);
    expect(await codeOf("\n\u007f", "application/octet-stream")).toEqual([400, 35]);
    expect((await fetch(`${fake.url}/batches`)).status).toBe(405);
    const big = await fetch(`${fake.url}/batches`, { method: "POST", body: Buffer.alloc(10_485_761) });
    expect(big.status).toBe(413);
    expect((await fetch(`${fake.url}/batch_statuses?id=XX`)).status).toBe(400);
  });

  it("refuses a fault it does not know", async () => {
    expect((await setFault({ fault: "nosuch" })).status).toBe(400);
    expect((await setFault({ fault: "busy", tmies: 3 })).status).toBe(400);
    const answer = await fetch(`${fake.url}/_control`, { method: "POST", body: "{" });
    expect(answer.status).toBe(400);
  });
});

it("runs as a program and writes its log", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "fake-ledger-"));
  const file = path.join(folder, "log.ndjson");
  const main = path.join(import.meta.dirname, "main.ts");
  const child = spawn(process.execPath, ["--import", "tsx", main, "--log", file], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    const [line] = await once(createInterface(child.stdout), "line");
    const { url } = JSON.parse(String(line));
    const [batch] = makeBatches("program", 1);
    if (!batch) throw new Error("no batch");
    expect((await post(url, [batch])).status).toBe(202);
    const lines = (await readFile(file, "utf8")).trimEnd().split("\n");
    expect(lines.map((each) => JSON.parse(each))).toMatchObject([
      { n: 1, service: "default", event: "arrived", id: batch.id },
      { n: 2, event: "executed" },
      { n: 3, event: "final" },
    ]);
  } finally {
    const ended = once(child, "exit");
    child.kill("SIGTERM");
    expect(await ended).toEqual([0, null]);
    await rm(folder, { recursive: true });
  }
});
