import path from "node:path";
import { publicUrl } from "../../lib/env.ts";
import { step } from "../bootstrap/progress.mjs";
import { makeFolder } from "../make-folder.ts";
import { build, generateClient } from "./build.ts";
import { type Child, startChild } from "./child.ts";
import { openDatabase } from "./open-database.ts";
import { choosePort } from "./port.ts";
import { untilReady } from "./ready.ts";
import { dataFolder, resolveSettings, type Settings, settingsOf } from "./settings.ts";
import type { Stopping } from "./stop.ts";
import { welcome } from "./welcome.ts";
import { WORKER_WORDS } from "./worker-words.ts";

export interface Task {
  /** Pages and worker straight from the sources, taken up again as they change. */
  readonly isDev: boolean;
  readonly stopping: Stopping;
}

const WORKER_ROOMS = ["adapters", "core", "lib", "operations", "prisma", "worker"];
const DEV_READY_MS = 180_000;
const READY_MS = 60_000;
const WEB_PATIENCE_MS = 10_000;
const KILL_PATIENCE_MS = 5_000;

/** Everything up to the friendly lines. `died` rejects with a Problem when one of the processes dies later on. */
export async function bringUp(task: Task): Promise<{ died: Promise<never> }> {
  const { isDev, stopping } = task;
  const first = await resolveSettings();
  const port = await choosePort(first.env.HOST, first.env.PORT);
  await generateClient(stopping.signal);
  stopping.signal.throwIfAborted();
  const database = await openDatabase(path.join(dataFolder(), "postgres"), stopping);
  stopping.signal.throwIfAborted();
  if (!isDev) await build(stopping.signal);
  const settings = settingsOf({ ...first.childEnv, DATABASE_URL: database.url, PORT: String(port) });
  // Imported here because they need the client that has been generated above.
  const { seed } = await import("../../prisma/seed.ts");
  const { sampleDeposit } = await import("./sample-deposit.ts");
  const admin = await seed(settings.env);
  stopping.signal.throwIfAborted();
  const children = await startChildren(settings, task);
  const died = Promise.race([database.died, ...children.map((child) => child.died)]);
  died.catch(() => {});
  const address = `http://${loopbackOf(settings.env.HOST)}:${port}`;
  const isReady = untilReady(address, isDev ? DEV_READY_MS : READY_MS, stopping.signal);
  await step("Starting web and worker", () => Promise.race([isReady, died]));
  await Promise.race([sampleDeposit(settings.env, address, stopping.signal), died]);
  const seconds = process.uptime().toFixed(1);
  console.log(welcome({ address: publicUrl(settings.env), ...admin, data: dataFolder(), seconds }));
  for (const child of children) child.show();
  return { died };
}

/** The worker is added last and so stopped first: it lets running jobs reach a safe point while the web still answers. */
async function startChildren({ env, childEnv }: Settings, { isDev, stopping }: Task): Promise<Child[]> {
  const logs = path.join(dataFolder(), "logs");
  await makeFolder(logs);
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
  const shared = { env: { ...childEnv, NODE_ENV: isDev ? "development" : "production" } as const, logs };
  const start = (name: Child["name"], words: readonly string[], patienceMs: number) => {
    const child = startChild({
      ...shared,
      name,
      words,
      hurry: stopping.hurry,
      steps: [
        ["SIGTERM", patienceMs],
        ["SIGKILL", KILL_PATIENCE_MS],
      ],
    });
    stopping.add(child.stop);
    return child;
  };
  return [start("web", next, WEB_PATIENCE_MS), start("worker", worker, env.SHUTDOWN_MS + KILL_PATIENCE_MS)];
}

/** Where this machine reaches an address that stands for all of its own. */
function loopbackOf(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "127.0.0.1";
  return host.includes(":") ? `[${host}]` : host;
}
