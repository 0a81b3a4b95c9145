import { type ChildProcess, spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { until } from "../pipeline/until.ts";
import { type BeatSite, expectWithin, openBeatSite } from "./beat-site.ts";

const TIMES = 5;
/** After this a holder that is stopped still has its lock. */
const GIVEN_UP_MS = 5_000;
const PATIENCE_MS = 30_000;
const WORKERS = 3;

type Signal = "SIGKILL" | "SIGSTOP";

let site: BeatSite;
let owner: pg.Client;
const holders = new Map<number, { readonly child: ChildProcess; readonly ended: Promise<unknown> }>();
beforeAll(async () => {
  site = await openBeatSite();
  owner = new pg.Client(site.installation.ownerUrl);
  await owner.connect();
  await owner.query("CREATE TABLE holder (pid int NOT NULL, at timestamptz NOT NULL)");
  await Promise.all(Array.from({ length: WORKERS }, () => site.start()));
});
afterAll(async () => {
  const all = [...holders.values()];
  for (const { child } of all) child.kill("SIGKILL");
  await Promise.all(all.map(({ ended }) => ended));
  await owner?.end();
  await site?.close();
});

async function startHolder(): Promise<void> {
  const words = ["--import", "tsx", "tests/fixtures/sequencer/lock-holder.ts", site.installation.ownerUrl];
  const child = spawn(process.execPath, words, { stdio: ["ignore", "pipe", "inherit"] });
  const pid = child.pid ?? 0;
  const ended = new Promise((resolve) => child.once("close", resolve)).then(() => holders.delete(pid));
  holders.set(pid, { child, ended });
  await new Promise<void>((resolve) => child.stdout?.once("data", () => resolve()));
}

type Had = { readonly pid: number; readonly at: Date };

async function latestHolder(): Promise<Had | undefined> {
  const { rows } = await owner.query<Had>("SELECT pid, at FROM holder ORDER BY at DESC LIMIT 1");
  return rows[0];
}

async function storeTime(): Promise<number> {
  const { rows } = await owner.query<{ now: Date }>("SELECT clock_timestamp() AS now");
  return rows[0]?.now.getTime() ?? Number.NaN;
}

/** The process that has the lock. */
async function holderNow() {
  let found: { readonly child: ChildProcess; readonly ended: Promise<unknown> } | undefined;
  await until(async () => {
    found = holders.get((await latestHolder())?.pid ?? 0);
    return found !== undefined || "nobody has the lock";
  }, PATIENCE_MS);
  if (!found) throw new Error("nobody has the lock");
  return found;
}

/** @returns ms from the signal until another process has the lock; undefined: none has while the holder is stopped */
async function lockMs(signal: Signal): Promise<number | undefined> {
  while (holders.size < 2) await startHolder();
  const { child, ended } = await holderNow();
  const at = await storeTime();
  child.kill(signal);
  let next: Had | undefined;
  const seen = async () => {
    next = await latestHolder();
    return next?.pid !== child.pid;
  };
  if (signal === "SIGKILL") await until(async () => (await seen()) || "nobody has the lock", PATIENCE_MS);
  else await sleep(GIVEN_UP_MS);
  const isSucceeded = await seen();
  child.kill("SIGKILL");
  await ended;
  return isSucceeded && next ? next.at.getTime() - at : undefined;
}

/** `sinceSignalMs`: until another node has written a beat; `gapMs`: from the last beat before. */
type Taken = { readonly sinceSignalMs: number; readonly gapMs: number };

async function beatMs(signal: Signal): Promise<Taken> {
  await site.ring(WORKERS);
  const { worker, key, term } = await site.writer();
  const at = await storeTime();
  worker.kill(signal);
  const { term: next, gapMs } = await site.succession([key], term - 1);
  const taken = await site.installation.ctx.db.sequencerTakeover.findUniqueOrThrow({ where: { term: next } });
  if (signal === "SIGSTOP") worker.kill("SIGCONT");
  else {
    await worker.ended;
    await site.start();
  }
  return { sinceSignalMs: taken.at.getTime() - at, gapMs };
}

async function times<Time>(measure: (signal: Signal) => Promise<Time>, signal: Signal, count: number) {
  const all: Time[] = [];
  for (let time = 0; time < count; time += 1) all.push(await measure(signal));
  return all;
}

const told = (all: readonly (number | undefined)[]) =>
  all.map((ms) => (ms === undefined ? `not within ${GIVEN_UP_MS}` : `${Math.round(ms)}`)).join(", ");

it("B10: a stopped holder keeps an advisory lock, while the sequencer has another writer as soon as after a kill", async () => {
  const killed = await times(lockMs, "SIGKILL", TIMES);
  const stopped = await times(lockMs, "SIGSTOP", 1);
  const beats = await site.busily(async () => ({
    killed: await times(beatMs, "SIGKILL", TIMES),
    stopped: await times(beatMs, "SIGSTOP", TIMES),
  }));
  const sinceSignal = (all: readonly Taken[]) => told(all.map(({ sinceSignalMs }) => sinceSignalMs));
  console.log(
    [
      "B10: ms from the signal until another process has it, by the store's clock",
      "| signal | sequencer | advisory lock |",
      "|---|---|---|",
      `| SIGKILL | ${sinceSignal(beats.killed)} | ${told(killed)} |`,
      `| SIGSTOP | ${sinceSignal(beats.stopped)} | ${told(stopped)} |`,
    ].join("\n"),
  );
  expect(killed.every((ms) => ms !== undefined)).toBe(true);
  expect(stopped).toEqual([undefined]);
  for (const all of [beats.killed, beats.stopped])
    expectWithin(
      all.map(({ gapMs }) => gapMs),
      2,
    );
});
