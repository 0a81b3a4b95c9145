import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { createInterface } from "node:readline";
import { dieWithParent } from "../scripts/die-with-parent.ts";
import { WORKER_WORDS } from "../scripts/start/worker-words.ts";
import type { LogEntry } from "../tests/servers/fake-ledger/log.ts";
import { startWorkerWorld, type WorkerWorld } from "./worker-world.ts";

/** A world with a ledger that answers at once, in a process of its own or the worker's. */
export type LanesWorld = WorkerWorld & {
  readonly ledger: BenchLedger;
  /** The name in LEDGERS that leads to a service. */
  connectionOf(service: string): string;
  /** Stops the worker. @returns what its no-op ledgers saw */
  logOfNoOps(): Promise<readonly LogEntry[]>;
};

/** The fake ledger. `log`: what happened so far in the services named. */
export type BenchLedger = {
  urlOf(service: string): string;
  log(services: ReadonlySet<string>): Promise<readonly LogEntry[]>;
  stop(): void;
};

const NO_LEDGER: BenchLedger = {
  urlOf: () => "http://127.0.0.1:1",
  log: async () => [],
  stop: () => undefined,
};
/** As WORKER_WORDS, but for what is run. */
const NO_OP_WORDS = [...WORKER_WORDS.slice(0, -1), "--import", "tsx", "bench/no-op-worker.ts"];

/**
 * Starts it. `services`: names of the ledger's Sawtooth services, each a connection of its own for the worker. `http`: the
 * ledger is a fake one in a process of its own; `none`: no-ops in the worker's process.
 */
export async function startLanesWorld(
  services: readonly string[],
  kind: "http" | "none",
): Promise<LanesWorld> {
  const ledger = kind === "http" ? await startLedger() : NO_LEDGER;
  // an environment variable has no room for thousands of addresses
  const connectionOf = (service: string) => (kind === "http" ? service : "main");
  const ledgers = services.map((service) => [connectionOf(service), { url: ledger.urlOf(service) }]);
  const logIn = (folder: string) => path.join(folder, "ledger.json");
  const world = await startWorkerWorld({
    connections: 4,
    settings: (folder) => ({
      LEDGERS: JSON.stringify(Object.fromEntries(ledgers)),
      BENCH_LOG: logIn(folder),
    }),
    words: kind === "http" ? WORKER_WORDS : NO_OP_WORDS,
  });
  return {
    ...world,
    ledger,
    connectionOf,
    logOfNoOps: async () => {
      await world.stopWorker();
      return JSON.parse(await readFile(logIn(world.folder), "utf8")) as readonly LogEntry[];
    },
    stop: async () => {
      await world.stop();
      ledger.stop();
    },
  };
}

async function startLedger(): Promise<BenchLedger> {
  const words = ["--import", "tsx", "tests/servers/fake-ledger/main.ts", "--settle", "0"];
  const [file = "", ...rest] = [...dieWithParent("TERM"), process.execPath, ...words];
  const child = spawn(file, rest, { stdio: ["ignore", "pipe", "inherit"] });
  const line = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).once("line", resolve);
    child.once("error", reject);
    child.once("close", () => reject(new Error("the ledger did not start")));
  });
  const { url } = JSON.parse(line) as { readonly url: string };
  return {
    urlOf: (service) => `${url}/sawtooth/${service}`,
    log: async (services) => {
      const entries = (await (await fetch(`${url}/_log`)).json()) as readonly LogEntry[];
      return entries.filter(({ service }) => services.has(service));
    },
    stop: () => void child.kill("SIGTERM"),
  };
}
