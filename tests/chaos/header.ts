import { execFileSync } from "node:child_process";
import os from "node:os";
import type { ChaosOptions } from "./options.ts";
import type { World } from "./world.ts";

/** Where and with what a run was done. */
export type Header = {
  readonly commit: string;
  readonly machine: string;
  readonly node: string;
  readonly postgres: string;
  readonly redis: string;
};

export async function headerOf(world: World): Promise<Header> {
  const { rows } = await world.withAdmin((admin) =>
    admin.query<{ server_version: string }>("SHOW server_version"),
  );
  const info = await world.withRedis((redis) => redis.info("server"));
  const cpus = os.cpus();
  return {
    commit: commit(),
    machine: `${cpus.length} x ${cpus[0]?.model ?? "processor"}, ${Math.round(os.totalmem() / 2 ** 30)} GB`,
    node: process.version,
    postgres: rows[0]?.server_version ?? "",
    redis: /redis_version:(\S+)/.exec(info)?.[1] ?? "",
  };
}

function commit(): string {
  try {
    const git = (...words: string[]) => execFileSync("git", words, { encoding: "utf8" }).trim();
    return git("rev-parse", "--short", "HEAD") + (git("status", "--porcelain") === "" ? "" : " and changes");
  } catch {
    return "unknown";
  }
}

/** The first lines of a run. */
export function printHeader(options: ChaosOptions, header: Header): void {
  const { seed, profile, workers, lanes, batches, deposits, minutes } = options;
  console.log(
    `seed ${seed}  profile ${profile}  ${workers} workers, ${lanes} lanes, ${lanes * batches} batches, ${deposits} deposits, random faults for ${minutes} min`,
  );
  console.log(
    `commit ${header.commit}  node ${header.node}  PostgreSQL ${header.postgres}  Redis ${header.redis}  ${header.machine}`,
  );
}
