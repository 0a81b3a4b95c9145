import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { freePort } from "./free-port.ts";
import { messageOf } from "./problem.ts";
import { ROOT } from "./root.ts";
import { runCommand } from "./run-command.ts";
import { note, total } from "./test/tally.ts";

const FIRST_START_MS = 300_000;
/** The aim is 10 s and the time is printed; a start that builds again takes longer than this even on a slow machine. */
const SECOND_START_MS = 20_000;
const STOP_MS = 45_000;
const LOOK_MS = 100;

interface Started {
  readonly npm: ChildProcess;
  readonly address: string;
  readonly seconds: number;
  readonly output: () => string;
  readonly ended: Promise<number | null>;
}

/** `node --import tsx scripts/smoke.ts`: does what a newcomer does, from an empty data folder to Ctrl-C and again. */
async function main(): Promise<void> {
  const data = await mkdtemp(path.join(os.tmpdir(), "waybill-smoke-"));
  console.log(`Smoke test under Node.js ${process.versions.node}`);
  try {
    if (await firstStart(data)) await secondStart(data);
  } finally {
    for (const pid of await processesOf(data)) process.kill(pid, "SIGKILL");
    await rm(data, { recursive: true, force: true });
  }
  const { passed, failed } = total();
  console.log(`${passed} passed, ${failed} failed`);
  process.exit(failed === 0 ? 0 : 1);
}

/** False when it did not come up, and so there is nothing to start again. */
async function firstStart(data: string): Promise<boolean> {
  let started: Started | undefined;
  await check("npm start on an empty data folder becomes ready", async () => {
    started = await start(data, FIRST_START_MS);
    return `${started.seconds.toFixed(1)} s`;
  });
  if (!started) return false;
  const { address, npm, ended, output } = started;
  await check("the password is printed once and the sign-in page answers", async () => {
    const passwords = output().match(/^ {2}Password {2,}\S+/gm) ?? [];
    if (passwords.length !== 1) throw new Error(`the password stands in ${passwords.length} lines`);
    const page = await fetch(`${address}/sign-in`);
    if (page.status !== 200) throw new Error(`the sign-in page answered ${page.status}`);
  });
  await check("Ctrl-C ends it with exit code 0 and leaves no process", async () => {
    // A negative number is the whole process group: what a terminal does.
    process.kill(-(npm.pid ?? 0), "SIGINT");
    const code = await inTime(ended, STOP_MS, "npm did not end");
    if (code !== 0) throw new Error(`npm ended with exit code ${code}`);
    await untilGone(data);
  });
  return true;
}

async function secondStart(data: string): Promise<void> {
  let started: Started | undefined;
  await check("a second start builds nothing again", async () => {
    started = await start(data, FIRST_START_MS);
    const took = `${started.seconds.toFixed(1)} s`;
    if (started.seconds * 1000 > SECOND_START_MS) throw new Error(`it took ${took}`);
    if (/^ {2}Password/m.test(started.output())) throw new Error("it printed a password again");
    return took;
  });
  if (!started) return;
  const { npm, ended } = started;
  await check("SIGTERM to npm alone leaves no process", async () => {
    npm.kill("SIGTERM");
    await inTime(ended, STOP_MS, "npm did not end");
    await untilGone(data);
  });
}

async function start(data: string, patienceMs: number): Promise<Started> {
  const port = await freePort();
  const beganAt = Date.now();
  const npm = spawn("npm", ["start"], {
    cwd: ROOT,
    detached: true,
    env: { ...process.env, WAYBILL_DATA: data, PORT: String(port), DATABASE_URL: "" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [npm.stdout, npm.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  }
  const ended = new Promise<number | null>((resolve) => {
    npm.once("error", () => resolve(1));
    npm.once("exit", (code) => resolve(code));
  });
  let code: number | null | undefined;
  void ended.then((value) => {
    code = value;
  });
  while (!output.includes("Waybill is ready")) {
    if (code !== undefined) throw new Error(`npm start ended with exit code ${code}:\n${output}`);
    if (Date.now() - beganAt > patienceMs) throw new Error(`npm start is not ready:\n${output}`);
    await delay(LOOK_MS);
  }
  const seconds = (Date.now() - beganAt) / 1000;
  return { npm, address: `http://127.0.0.1:${port}`, seconds, output: () => output, ended };
}

async function check(name: string, work: () => Promise<unknown>): Promise<void> {
  try {
    const detail = await work();
    console.log(`ok     ${name}${typeof detail === "string" ? ` (${detail})` : ""}`);
    note({ name, passed: 1, failed: 0 });
  } catch (thrown) {
    console.log(`FAILED ${name}: ${messageOf(thrown)}`);
    note({ name, passed: 0, failed: 1 });
  }
}

async function inTime<T>(work: Promise<T>, patienceMs: number, sentence: string): Promise<T> {
  const late = delay(patienceMs, undefined, { ref: false }).then(() => {
    throw new Error(`${sentence} within ${patienceMs / 1000} s`);
  });
  return Promise.race([work, late]);
}

async function untilGone(data: string): Promise<void> {
  const until = Date.now() + STOP_MS;
  let left = await processesOf(data);
  while (left.length > 0) {
    if (Date.now() > until) throw new Error(`these processes were left: ${left.join(", ")}`);
    await delay(LOOK_MS);
    left = await processesOf(data);
  }
}

/** Every process that names the data folder in its command line or environment; Linux only. */
async function processesOf(data: string): Promise<number[]> {
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid);
  const found = await Promise.all(
    pids.map(async (pid) => {
      const texts = ["cmdline", "environ"].map((file) =>
        readFile(`/proc/${pid}/${file}`, "utf8").catch(() => ""),
      );
      return (await Promise.all(texts)).some((text) => text.includes(data)) ? Number(pid) : undefined;
    }),
  );
  return found.filter((pid) => pid !== undefined);
}

runCommand(main);
