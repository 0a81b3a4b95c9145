import { spawnSync } from "node:child_process";
import { mkdtemp, open, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { findBinaries } from "../scripts/postgres/binaries.ts";
import { median } from "./figure.ts";

const SYNCS = 50;

/** Prints what figures depend on, as the first line: a run on a busy machine shows that it was. */
export async function printMachine(): Promise<void> {
  const { postgres } = await findBinaries();
  const version = spawnSync(postgres, ["--version"], { encoding: "utf8" }).stdout.trim();
  const cpus = os.cpus();
  const machine = {
    cores: cpus.length,
    cpu: cpus[0]?.model.trim() ?? "unknown",
    loadAverage: os.loadavg().map((load) => Math.round(load * 100) / 100),
    fsyncMs: Math.round((await fsyncMs()) * 1000) / 1000,
    node: process.version,
    postgres: /[\d.]+\S*/.exec(version)?.[0] ?? version,
  };
  console.log(JSON.stringify({ machine }));
}

/** The median of writing 4 KB to a new file's end and syncing it, where the benches keep their data. */
async function fsyncMs(): Promise<number> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "waybill-bench-fsync-"));
  try {
    const handle = await open(path.join(folder, "file"), "w");
    const took: number[] = [];
    for (let round = 0; round < SYNCS; round += 1) {
      await handle.write(Buffer.alloc(4096, round));
      const began = performance.now();
      await handle.sync();
      took.push(performance.now() - began);
    }
    await handle.close();
    return median(took);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
