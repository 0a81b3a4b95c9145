import path from "node:path";
import { publicUrl } from "../../lib/env.ts";
import { step } from "../bootstrap/progress.mjs";
import { build, generateClient } from "./build.ts";
import { startChild } from "./child.ts";
import { openDatabase } from "./open-database.ts";
import { type Output, openOutput } from "./output.ts";
import { choosePort } from "./port.ts";
import { untilReady } from "./ready.ts";
import { dataFolder, resolveSettings, type Settings, settingsOf } from "./settings.ts";
import type { Stopping } from "./stop.ts";
import { type Supervised, supervise } from "./supervise.ts";
import { welcome } from "./welcome.ts";
import { WORKER_WORDS } from "./worker-words.ts";
import { connectionsHere, workersHere } from "./workers.ts";

export interface Task {
  /** Pages and worker straight from the sources, taken up again as they change. */
  readonly isDev: boolean;
  readonly stopping: Stopping;
  /** To be called when everything is built: another start may build then. */
  readonly whenBuilt: () => void;
}

interface Child {
  readonly output: Output;
  readonly supervised: Supervised;
}

const WORKER_ROOMS = ["adapters", "core", "lib", "operations", "prisma", "worker"];
const DEV_READY_MS = 180_000;
const READY_MS = 60_000;
const WEB_PATIENCE_MS = 10_000;
const KILL_PATIENCE_MS = 5_000;

/**
 * Everything up to the friendly lines. From then on each process that dies is started again; `died` rejects with a Problem
 * when that is of no use.
 */
export async function bringUp(task: Task): Promise<{ died: Promise<never> }> {
  const { isDev, stopping, whenBuilt } = task;
  const first = await resolveSettings();
  const port = await choosePort(first.env.HOST, first.env.PORT);
  await generateClient(stopping.signal);
  stopping.signal.throwIfAborted();
  const logs = path.join(dataFolder(), "logs");
  const reserveBytes = first.env.DISK_RESERVE;
  const database = await openDatabase({
    folder: path.join(dataFolder(), "postgres"),
    logs,
    reserveBytes,
    connections: connectionsHere(first.env),
    stopping,
  });
  stopping.signal.throwIfAborted();
  if (!isDev) await build(stopping.signal);
  whenBuilt();
  const settings = settingsOf({
    ...first.childEnv,
    DATABASE_URL: database.url,
    // neither web nor worker is told how to act as the owner
    DATABASE_OWNER_URL: undefined,
    PORT: String(port),
  });
  // Imported here because they need the client that has been generated above.
  const { seed } = await import("../../prisma/seed.ts");
  const { sampleDeposit } = await import("./sample-deposit.ts");
  const admin = await seed(settings.env);
  stopping.signal.throwIfAborted();
  const workers = isDev ? { count: 1 } : await workersHere(settings.env);
  if (workers.told) console.log(workers.told);
  const children = await startChildren(settings, task, { logs, workers: workers.count });
  const died = Promise.race([database.failed, ...children.map(({ supervised }) => supervised.failed)]);
  died.catch(() => {});
  const address = `http://${loopbackOf(settings.env.HOST)}:${port}`;
  const isReady = untilReady(address, isDev ? DEV_READY_MS : READY_MS, stopping.signal);
  try {
    await step("Starting web and worker", () => Promise.race([isReady, died]));
    await Promise.race([sampleDeposit(settings.env, address, stopping.signal), died]);
  } catch (thrown) {
    if (!stopping.signal.aborted) for (const { output } of children) output.showLast();
    throw thrown;
  }
  const seconds = process.uptime().toFixed(1);
  console.log(welcome({ address: publicUrl(settings.env), ...admin, data: dataFolder(), seconds }));
  for (const { output, supervised } of children) {
    output.show(true);
    supervised.keepAlive();
  }
  database.keepAlive();
  return { died };
}

/** Workers are added last and so stopped first: they let running jobs reach a safe point while the web still answers. */
async function startChildren(
  { env, childEnv }: Settings,
  { isDev, stopping }: Task,
  { logs, workers }: { readonly logs: string; readonly workers: number },
): Promise<Child[]> {
  const next = [
    "node_modules/next/dist/bin/next",
    isDev ? "dev" : "start",
    "-H",
    env.HOST,
    "-p",
    String(env.PORT),
  ];
  const worker = isDev
    ? [...WORKER_ROOMS.map((room) => `--watch-path=${room}`), "--import", "tsx", "worker/main.ts"]
    : WORKER_WORDS;
  const nodeEnv = { ...childEnv, NODE_ENV: isDev ? "development" : "production" } as const;
  const start = async (name: string, words: readonly string[], patienceMs: number): Promise<Child> => {
    const output = openOutput(name, logs);
    const supervised = await supervise({
      name: `${name} process`,
      log: output.file,
      say: output.say,
      start: () =>
        startChild({
          words,
          env: nodeEnv,
          take: output.take,
          hurry: stopping.hurry,
          steps: [
            ["SIGTERM", patienceMs],
            ["SIGKILL", KILL_PATIENCE_MS],
          ],
        }),
    });
    return { output, supervised };
  };
  const web = await start("web", next, WEB_PATIENCE_MS);
  stopping.add(() => stop(web));
  const started: Child[] = [];
  // together, or each would take the work that another gives back
  stopping.add(async () => void (await Promise.all(started.map(stop))));
  for (let number = 1; number <= workers; number += 1) {
    const name = number === 1 ? "worker" : `worker-${number}`;
    started.push(await start(name, worker, env.SHUTDOWN_MS + KILL_PATIENCE_MS));
  }
  return [web, ...started];
}

async function stop({ output, supervised }: Child): Promise<void> {
  output.show(false);
  await supervised.stop();
  output.close();
}

/** Where this machine reaches an address that stands for all of its own. */
function loopbackOf(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "127.0.0.1";
  return host.includes(":") ? `[${host}]` : host;
}
