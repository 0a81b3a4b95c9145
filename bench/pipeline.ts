import { spawnSync } from "node:child_process";
import { mkdtemp, open, rm, stat } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { batchOfFiles, objectManifest, type Row } from "../tests/pipeline/manifests.ts";
import { percentile, print } from "./figure.ts";
import { type BenchProduct, startBenchProduct } from "./product.ts";
import { type BenchSource, startBenchSource } from "./source.ts";
import { untilCompleted } from "./until-state.ts";

const MB = 1_000_000;
const BIG_BYTES = 1_073_741_824;

/** `npm run bench`: every figure from one run on this machine, one JSON line each; `npm run bench -- latency` for some. */
async function main(): Promise<void> {
  const wanted = process.argv.slice(2);
  const folder = await mkdtemp(path.join(os.tmpdir(), "waybill-bench-files-"));
  const big = path.join(folder, "big");
  const source = await startBenchSource(big);
  try {
    for (const [name, bench] of Object.entries(BENCHES)) {
      if (wanted.length > 0 && !wanted.includes(name)) continue;
      // a product of its own for each, so that memory and tables are not another bench's
      const product = await startBenchProduct(source.host);
      try {
        await bench(product, source, big);
      } finally {
        await product.stop();
      }
    }
  } finally {
    source.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

type Bench = (product: BenchProduct, source: BenchSource, big: string) => Promise<void>;

/** Upload to Completed of one 1 KB file, one after the other. */
const latency: Bench = async (product) => {
  const took: number[] = [];
  for (let round = 0; round < 60; round += 1) {
    const began = Date.now();
    const batchId = await product.deposit({ filename: "one.bin", type: "file" }, Buffer.alloc(1024, round));
    const { endedAt } = await untilCompleted(product.db, batchId, 10);
    // the first ones warm up the processes
    if (round >= 10) took.push((endedAt.getTime() - began) / 1000);
  }
  print({ name: "upload to Completed, 1 KB, p50", value: percentile(took, 0.5), unit: "s" });
  print({ name: "upload to Completed, 1 KB, p95", value: percentile(took, 0.95), unit: "s", aim: "< 2" });
};

/** One-job batches of another lane, alone and while a batch of 100,000 jobs is made and worked. */
const fairness: Bench = async (product, source) => {
  const one = async () => {
    const began = Date.now();
    const fields = { collection: "other", filename: "one.bin", type: "file" };
    const batchId = await product.deposit(fields, Buffer.alloc(1024, 1));
    const { endedAt } = await untilCompleted(product.db, batchId, 10);
    return (endedAt.getTime() - began) / 1000;
  };
  const alone: number[] = [];
  for (let round = 0; round < 20; round += 1) alone.push(await one());
  await product.deposit({ filename: "many.checkm" }, batchOfFiles(rowsOf(source, 100_000)));
  const beside: number[] = [];
  for (let round = 0; round < 20; round += 1) beside.push(await one());
  const delay = percentile(beside, 0.95) - percentile(alone, 0.5);
  print({
    name: "one-job batch beside a lane of 100,000 jobs, p95",
    value: percentile(beside, 0.95),
    unit: "s",
  });
  print({ name: "delay of it by that lane", value: delay, unit: "s", aim: "< 2" });
};

/** 2,000 jobs of one 1 KB file through the whole pipeline. */
const throughput: Bench = async (product, source) => {
  const count = 2000;
  const rows = rowsOf(source, count);
  const batchId = await product.deposit({ filename: "jobs.checkm" }, batchOfFiles(rows));
  const { createdAt, endedAt } = await untilCompleted(product.db, batchId, 100);
  const seconds = (endedAt.getTime() - createdAt.getTime()) / 1000;
  print({
    name: "jobs through the whole pipeline, 2,000 of 1 KB",
    value: count / seconds,
    unit: "jobs/s",
    aim: ">= 100",
  });
};

/** One 1 GB file: downloaded, hashed, stored, with and without the stored bytes being read back. */
const big: Bench = async (product, source, file) => {
  await writeRandom(file);
  const reference = referenceSeconds(source.url("/big"), product.folder);
  const batchId = await product.deposit(
    { filename: "big.checkm" },
    objectManifest([{ url: source.url("/big"), name: "big.bin", size: BIG_BYTES }]),
  );
  await untilCompleted(product.db, batchId, 50);
  const secondsIn = await stageSeconds(product, batchId);
  const whole = (secondsIn.get("Downloading") ?? 0) + (secondsIn.get("Processing") ?? 0);
  const download = secondsIn.get("Downloading") ?? 0;
  const perSecond = (seconds: number) => BIG_BYTES / MB / seconds;
  const against = "curl of the same URL | tee file | openssl dgst -sha256, then sync";
  print({ name: "1 GB by curl, tee and openssl, then sync", value: perSecond(reference), unit: "MB/s" });
  print({ name: "1 GB downloaded, hashed and synced", value: perSecond(download), unit: "MB/s" });
  print({ name: "1 GB downloaded, hashed, stored and read back", value: perSecond(whole), unit: "MB/s" });
  print({
    name: "1 GB downloaded, hashed and synced; reading back and storing not inside",
    value: reference / download,
    unit: "ratio",
    aim: ">= 0.8",
    reference: against,
  });
  print({
    name: "1 GB downloaded, hashed, stored; reading back inside",
    value: reference / whole,
    unit: "ratio",
    aim: ">= 0.8",
    reference: against,
  });
};

/** A batch manifest of 100,000 rows becomes 100,000 jobs. */
const manifest: Bench = async (product, source) => {
  const count = 100_000;
  const payload = batchOfFiles(rowsOf(source, count));
  const began = Date.now();
  const batchId = await product.deposit({ filename: "many.checkm" }, payload);
  for (;;) {
    const { expandedAt } = await product.db.batch.findUniqueOrThrow({ where: { id: batchId } });
    if (expandedAt) break;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  print({
    name: "100,000-row manifest, upload to all jobs made",
    value: (Date.now() - began) / 1000,
    unit: "s",
    aim: "< 60",
  });
  print({
    name: "100,000-row manifest, peak memory of the worker",
    value: (await product.peak("worker")) / MB,
    unit: "MB",
    aim: "< 300",
  });
  print({
    name: "100,000-row manifest, peak memory of the web",
    value: (await product.peak("web")) / MB,
    unit: "MB",
  });
};

/** An object manifest of 360,000 rows (or BENCH_FILES) is parsed, downloaded and stored. Takes long: every file is synced. */
const object: Bench = async (product, source) => {
  const count = Number(process.env.BENCH_FILES ?? 360_000);
  const began = Date.now();
  const batchId = await product.deposit({ filename: "object.checkm" }, objectManifest(rowsOf(source, count)));
  const { endedAt } = await untilCompleted(product.db, batchId, 500);
  print({
    name: `${count}-file object, upload to Completed`,
    value: (endedAt.getTime() - began) / 1000,
    unit: "s",
  });
  print({
    name: `${count}-file object, peak memory of the worker`,
    value: (await product.peak("worker")) / MB,
    unit: "MB",
    aim: "< 500",
  });
};

const BENCHES = { latency, throughput, big, fairness, manifest, object } as const satisfies Record<
  string,
  Bench
>;

function rowsOf(source: BenchSource, count: number): Row[] {
  return Array.from({ length: count }, (_, place) => ({
    url: source.url(`/small/${place}`),
    name: `folder-${place % 100}/file-${place}.bin`,
    size: 1024,
  }));
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

function referenceSeconds(url: string, folder: string): number {
  const target = path.join(folder, "reference");
  const began = performance.now();
  const done = spawnSync("bash", [
    "-o",
    "pipefail",
    "-c",
    `curl -s '${url}' | tee '${target}' | openssl dgst -sha256 && sync '${target}'`,
  ]);
  if (done.status !== 0) throw new Error(`the reference failed: ${done.stderr}`);
  return (performance.now() - began) / 1000;
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

await main();
