import { spawnSync } from "node:child_process";
import { open, rm, stat } from "node:fs/promises";
import path from "node:path";
import { objectManifest } from "../tests/pipeline/manifests.ts";
import { median, print } from "./figure.ts";
import type { BenchProduct } from "./product.ts";
import type { BenchSource } from "./source.ts";
import { PASSES } from "./turns.ts";
import { untilCompleted } from "./until-state.ts";

const MB = 1_000_000;
const BIG_BYTES = 1_073_741_824;
const REFERENCE = "curl of the same URL | tee file | openssl dgst -sha256, then sync";

/** One 1 GB file: downloaded, hashed, stored, with and without the stored bytes being read back. `file`: where it is made. */
export async function big(product: BenchProduct, source: BenchSource, file: string): Promise<void> {
  await writeRandom(file);
  const [downloaded, stored, plain]: [number[], number[], number[]] = [[], [], []];
  for (let pass = 0; pass < PASSES; pass += 1) {
    const took = await secondsIn(product, source);
    downloaded.push(BIG_BYTES / MB / took.download);
    stored.push(BIG_BYTES / MB / (took.download + took.store));
    plain.push(BIG_BYTES / MB / (await referenceSeconds(source.url("/big"), product.folder)));
  }
  const reference = { name: REFERENCE, value: median(plain), passes: plain };
  for (const [what, passes, aim] of [
    ["downloaded, hashed and synced", downloaded, ">= 0.8 of it"],
    ["downloaded, hashed, stored and read back", stored, ">= 0.8 of it"],
  ] as const)
    print({ name: `1 GB ${what}`, value: median(passes), unit: "MB/s", aim, passes, reference });
}

/** Deposits the file and waits for its end. */
async function secondsIn(product: BenchProduct, source: BenchSource) {
  const batchId = await product.deposit(
    { filename: "big.checkm" },
    objectManifest([{ url: source.url("/big"), name: "big.bin", size: BIG_BYTES }]),
  );
  await untilCompleted(product.db, batchId, 50);
  const seconds = await stageSeconds(product, batchId);
  return { download: seconds.get("Downloading") ?? 0, store: seconds.get("Processing") ?? 0 };
}

async function writeRandom(file: string): Promise<void> {
  const chunk = Buffer.alloc(8_388_608);
  for (let at = 0; at < chunk.length; at += 4) chunk.writeUInt32LE((at * 2_654_435_761) >>> 0, at);
  const handle = await open(file, "w");
  for (let written = 0; written < BIG_BYTES; written += chunk.length) {
    chunk.writeUInt32LE(written >>> 0, 0);
    await handle.write(chunk);
  }
  await handle.sync();
  await handle.close();
  if ((await stat(file)).size !== BIG_BYTES) throw new Error("the big file has the wrong size");
}

async function referenceSeconds(url: string, folder: string): Promise<number> {
  const target = path.join(folder, "reference");
  const began = performance.now();
  const done = spawnSync("bash", [
    "-o",
    "pipefail",
    "-c",
    `curl -s '${url}' | tee '${target}' | openssl dgst -sha256 && sync '${target}'`,
  ]);
  if (done.status !== 0) throw new Error(`the reference failed: ${done.stderr}`);
  const seconds = (performance.now() - began) / 1000;
  await rm(target);
  return seconds;
}

async function stageSeconds({ db }: BenchProduct, batchId: string): Promise<Map<string, number>> {
  const events = await db.event.findMany({ where: { batchId, kind: "job.moved" }, orderBy: { id: "asc" } });
  const seconds = new Map<string, number>();
  for (const [place, event] of events.entries()) {
    const before = events[place - 1];
    if (before && event.from) seconds.set(event.from, (event.at.getTime() - before.at.getTime()) / 1000);
  }
  return seconds;
}
