import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { startChild } from "../../scripts/start/child.ts";
import { openOutput } from "../../scripts/start/output.ts";
import { type Run, type Supervised, supervise, type Task } from "../../scripts/start/supervise.ts";

const FAST = { deaths: 4, withinMs: 60_000, pauseMs: 10, mostPauseMs: 30 };
const LIVES_ON = "console.log('alive'); setInterval(() => {}, 1000)";
let folder: string;
let supervised: Supervised | undefined;
let said: string[] = [];
let lives = 0;

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "waybill-test-"));
  said = [];
  lives = 0;
});

afterEach(async () => {
  await supervised?.stop();
  supervised = undefined;
  await rm(folder, { recursive: true, force: true });
});

/** Keeps a small program alive whose lines go to `small.log`. */
async function keep(script: string, task: Partial<Task> = {}): Promise<Supervised> {
  const output = openOutput("small", folder);
  supervised = await supervise({
    name: "small process",
    log: output.file,
    limits: FAST,
    say: (sentence) => {
      said.push(sentence);
      output.say(sentence);
    },
    start: () => {
      lives += 1;
      return live(script, output.take);
    },
    ...task,
  });
  return supervised;
}

function live(script: string, take: (line: string) => void = () => {}): Run {
  return startChild({
    words: ["-e", script],
    env: { NODE_ENV: "test", PATH: process.env.PATH },
    take,
    steps: [["SIGTERM", 5_000]],
    hurry: new AbortController().signal,
  });
}

const logText = () => readFile(path.join(folder, "small.log"), "utf8");
const soon = { timeout: 30_000, interval: 20 };

test("a process that is killed lives again, which is said in the log between its lives", async () => {
  const { pid: first } = await keep(LIVES_ON);
  supervised?.keepAlive();
  await vi.waitFor(async () => expect(await logText()).toBe("alive\n"), soon);
  process.kill(first, "SIGKILL");
  await vi.waitFor(async () => expect((await logText()).match(/^alive$/gm)).toHaveLength(2), soon);
  expect(supervised?.pid).toBeGreaterThan(0);
  expect(supervised?.pid).not.toBe(first);
  expect(await logText()).toMatch(
    /^alive\n\S+ The small process ended by signal SIGKILL\. It is started again after 10 ms\.\nalive\n$/,
  );
});

test("a death before everything is up is the start's failure, and is not followed by another try", async () => {
  await keep("process.exit(3)");
  await expect(supervised?.failed).rejects.toMatchObject({
    name: "Problem",
    message: `The small process ended by itself with exit code 3; its output is in ${path.join(folder, "small.log")}.`,
  });
  expect(lives).toBe(1);
});

test("a loop of deaths has growing pauses and ends with a sentence", async () => {
  await keep("process.exit(3)");
  supervised?.keepAlive();
  await expect(supervised?.failed).rejects.toThrow(
    /^The small process ended 4 times within 60 s, the last time with exit code 3, so it is not started again and everything stops\./,
  );
  expect(lives).toBe(4);
  expect(said).toEqual([
    "The small process ended with exit code 3. It is started again after 10 ms.",
    "The small process ended with exit code 3. It is started again after 20 ms. That is death 2 within 60 s; at 4 everything stops.",
    "The small process ended with exit code 3. It is started again after 30 ms. That is death 3 within 60 s; at 4 everything stops.",
  ]);
});

test("deaths that do not count go on for as long as it takes", async () => {
  const flag = path.join(folder, "flag");
  const script = `if (!require("node:fs").existsSync(${JSON.stringify(flag)})) process.exit(4); ${LIVES_ON}`;
  await keep(script, { counts: (how) => !how.includes("code 4") });
  supervised?.keepAlive();
  await vi.waitFor(() => expect(lives).toBeGreaterThan(FAST.deaths + 2), soon);
  await writeFile(flag, "");
  await vi.waitFor(async () => expect(await logText()).toMatch(/^alive$/m), soon);
});

test("a start that throws is a death like any other", async () => {
  await keep(LIVES_ON, {
    start: () => {
      lives += 1;
      if (lives === 2) throw new Error("The port is taken.");
      return live(LIVES_ON);
    },
  });
  supervised?.keepAlive();
  process.kill(supervised?.pid ?? 0, "SIGKILL");
  await vi.waitFor(() => expect(lives).toBe(3), soon);
  expect(said[1]).toBe(
    "The small process ended before it was up: The port is taken. It is started again after 20 ms. " +
      "That is death 2 within 60 s; at 4 everything stops.",
  );
});

test("a stop in the pause, or while a life begins, leaves no process", async () => {
  await keep(LIVES_ON, { limits: { ...FAST, pauseMs: 60_000, mostPauseMs: 60_000 } });
  supervised?.keepAlive();
  process.kill(supervised?.pid ?? 0, "SIGKILL");
  await vi.waitFor(() => expect(said).toHaveLength(1), soon);
  await supervised?.stop();
  expect(lives).toBe(1);

  let release: (run: Run) => void = () => {};
  await keep(LIVES_ON, {
    start: () => {
      lives += 1;
      if (lives === 2) return live(LIVES_ON);
      return new Promise<Run>((resolve) => {
        release = resolve;
      });
    },
  });
  supervised?.keepAlive();
  process.kill(supervised?.pid ?? 0, "SIGKILL");
  await vi.waitFor(() => expect(lives).toBe(3), soon);
  const stopped = supervised?.stop();
  const begun = live(LIVES_ON);
  release(begun);
  await stopped;
  expect(await begun.ended).toBe("by signal SIGTERM");
});
