import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { dieWithParent } from "../../scripts/die-with-parent.ts";
import { endProcess, type Step } from "../../scripts/end-process.ts";
import { freePort } from "../../scripts/free-port.ts";

/** A member of an etcd of the test's own. */
export type EtcdMember = {
  readonly name: string;
  readonly url: string;
  readonly pid: number;
  kill(signal: NodeJS.Signals): void;
  /** Settles when it has ended. */
  readonly ended: Promise<void>;
  /** Starts it again on the same address and data, after it has ended. */
  restart(): Promise<void>;
  /** Whether it leads the others now; undefined: it does not answer. */
  leads(): Promise<boolean | undefined>;
};

export type Etcd = {
  readonly members: readonly EtcdMember[];
  /** Of all members, separated by commas, as ETCD_URL has them. */
  readonly url: string;
  stop(): Promise<void>;
};

export type EtcdOptions = {
  readonly members?: number;
  /** Further words for each member, as etcd's own documentation has them. */
  readonly words?: readonly string[];
};

const INSTALL_ETCD =
  "etcd is not installed. Install it with: apt-get install --no-install-recommends etcd-server";
const READY_MS = 30_000;
const STEPS: readonly Step[] = [
  ["SIGTERM", 5_000],
  ["SIGKILL", 5_000],
];

/** An etcd on loopback with data folders of its own. Throws naming the command to install it. */
export async function startEtcd({ members: count = 1, words = [] }: EtcdOptions = {}): Promise<Etcd> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "waybill-etcd-"));
  const places: Place[] = [];
  for (let number = 1; number <= count; number += 1)
    places.push({ name: `m${number}`, client: await freePort(), peer: await freePort() });
  const cluster = places.map(({ name, peer }) => `${name}=http://127.0.0.1:${peer}`).join(",");
  const members = places.map((place) => openMember(place, { folder, cluster, words }));
  const stop = async () => {
    await Promise.all(members.map((member) => member.stop()));
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await Promise.all(members.map((member) => member.restart()));
  } catch (thrown) {
    await stop();
    throw thrown;
  }
  return { members, url: members.map(({ url }) => url).join(","), stop };
}

type Place = { readonly name: string; readonly client: number; readonly peer: number };
type Shared = { readonly folder: string; readonly cluster: string; readonly words: readonly string[] };

function openMember(place: Place, shared: Shared): EtcdMember & { stop(): Promise<void> } {
  const url = `http://127.0.0.1:${place.client}`;
  let child: ChildProcess | undefined;
  let ended: Promise<void> = Promise.resolve();
  let output = "";
  const kill = () => void child?.kill("SIGKILL");
  process.once("exit", kill);
  const begin = () => {
    const [file = "", ...words] = [...dieWithParent("KILL"), "etcd", ...wordsOf(place, url, shared)];
    output = "";
    const started = spawn(file, words, { stdio: ["ignore", "ignore", "pipe"] });
    started.stderr.setEncoding("utf8").on("data", (text: string) => {
      output = (output + text).slice(-2_000);
    });
    ended = new Promise((resolve) => {
      started.once("close", () => resolve());
      started.once("error", (error) => {
        output += error.message;
        resolve();
      });
    });
    child = started;
  };
  return {
    name: place.name,
    url,
    get pid() {
      return child?.pid ?? 0;
    },
    get ended() {
      return ended;
    },
    kill: (signal) => void child?.kill(signal),
    restart: async () => {
      begin();
      let isOver = false;
      void ended.then(() => {
        isOver = true;
      });
      const lastMs = performance.now() + READY_MS;
      while (!(await isHealthy(url))) {
        if (isOver)
          throw new Error(/ENOENT|failed to execute/.test(output) ? INSTALL_ETCD : `etcd ended: ${output}`);
        if (performance.now() > lastMs) throw new Error(`etcd was not ready in time: ${output}`);
        await pause(50);
      }
    },
    leads: () => leads(url),
    stop: async () => {
      if (child) await endProcess(child, ended, STEPS);
      process.off("exit", kill);
    },
  };
}

function wordsOf({ name, peer }: Place, url: string, { folder, cluster, words }: Shared): readonly string[] {
  const peerUrl = `http://127.0.0.1:${peer}`;
  return [
    ...["--name", name, "--data-dir", path.join(folder, name), "--logger", "zap", "--log-level", "error"],
    ...["--listen-client-urls", url, "--advertise-client-urls", url],
    ...["--listen-peer-urls", peerUrl, "--initial-advertise-peer-urls", peerUrl],
    ...[
      "--initial-cluster",
      cluster,
      "--initial-cluster-state",
      "new",
      "--initial-cluster-token",
      path.basename(folder),
    ],
    ...words,
  ];
}

async function isHealthy(url: string): Promise<boolean> {
  const answer = (await ask(`${url}/health`)) as { health?: string } | undefined;
  return answer?.health === "true";
}

async function leads(url: string): Promise<boolean | undefined> {
  const answer = (await ask(`${url}/v3/maintenance/status`, "{}")) as
    | { header: { member_id: string }; leader?: string }
    | undefined;
  return answer && answer.header.member_id === answer.leader;
}

async function ask(url: string, body?: string): Promise<unknown> {
  try {
    const response = await fetch(url, {
      ...(body && { method: "POST", body }),
      signal: AbortSignal.timeout(1_000),
    });
    return await response.json();
  } catch {
    return undefined;
  }
}
