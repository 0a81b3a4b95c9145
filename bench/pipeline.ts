import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { batchOfFiles, objectManifest } from "../tests/pipeline/manifests.ts";
import { startBareWeb } from "./bare-web.ts";
import { big } from "./big.ts";
import { postOnce } from "./clients.ts";
import { percentile, print } from "./figure.ts";
import { PLAIN_FETCH, plainFilesPerSecond } from "./plain-fetch.ts";
import { insertSeconds } from "./plain-rows.ts";
import { type BenchProduct, startBenchProduct } from "./product.ts";
import { rowsOf } from "./rows.ts";
import { type BenchSource, startBenchSource } from "./source.ts";
import { starts } from "./starts.ts";
import { throughput } from "./throughput.ts";
import { untilCompleted } from "./until-state.ts";

const MB = 1_000_000;
/** As many as show what one takes. */
const PLAIN_FILES = 20_000;

type Bench = (product: BenchProduct, source: BenchSource, big: string) => Promise<void>;

/** A bench with a source and a product of its own, so that memory and tables are not another bench's. */
function withProduct(bench: Bench): () => Promise<void> {
  return async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), "waybill-bench-files-"));
    const big = path.join(folder, "big");
    const source = await startBenchSource(big);
    try {
      const product = await startBenchProduct({ sourceHost: source.host });
      try {
        await bench(product, source, big);
      } finally {
        await product.stop();
      }
    } finally {
      source.stop();
      await rm(folder, { recursive: true, force: true });
    }
  };
}

/** Upload to Completed of one 1 KB file, one after the other, in turns with the least a route can do with it. */
const latency: Bench = async (product) => {
  const [took, bare]: [number[], number[]] = [[], []];
  const web = await startBareWeb();
  try {
    for (let round = 0; round < 60; round += 1) {
      const body = Buffer.alloc(1024, round);
      const began = Date.now();
      const batchId = await product.deposit({ filename: "one.bin", type: "file" }, body);
      const { endedAt } = await untilCompleted(product.db, batchId, 10);
      const bareSeconds = await secondsOf(() => postOnce(web.url, body));
      // the first ones warm up the processes
      if (round < 10) continue;
      took.push((endedAt.getTime() - began) / 1000);
      bare.push(bareSeconds);
    }
  } finally {
    await web.stop();
  }
  for (const [name, share, aim] of [
    ["p50", 0.5, undefined],
    ["p95", 0.95, "< 2"],
  ] as const)
    print({
      name: `upload to Completed, 1 KB, ${name}`,
      value: percentile(took, share),
      unit: "s",
      ...(aim && { aim }),
      reference: {
        name: `a bare Next route that writes and syncs the body, ${name}`,
        value: percentile(bare, share),
      },
    });
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
    reference: { name: "the same alone, p95", value: percentile(alone, 0.95) },
  });
  print({ name: "delay of it by that lane", value: delay, unit: "s", aim: "< 2" });
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
  const seconds = (Date.now() - began) / 1000;
  print({
    name: "100,000-row manifest, upload to all jobs made",
    value: seconds,
    unit: "s",
    aim: "< 60",
    reference: {
      name: "PostgreSQL alone: as many rows into a copy of the jobs table with its indexes, 500 at a time",
      value: await insertSeconds(product.db, count),
    },
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
  const seconds = (endedAt.getTime() - began) / 1000;
  print({ name: `${count}-file object, upload to Completed`, value: seconds, unit: "s" });
  const files = Math.min(count, PLAIN_FILES);
  print({
    name: `${count}-file object, for each file`,
    value: (seconds * 1000) / count,
    unit: "ms",
    reference: { name: PLAIN_FETCH, value: 1000 / plainFilesPerSecond(source, { files, folder: "plain" }) },
  });
  print({
    name: `${count}-file object, peak memory of the worker`,
    value: (await product.peak("worker")) / MB,
    unit: "MB",
    aim: "< 500",
  });
};

/** Benches of the whole pipeline, by name. */
export const PIPELINE = {
  latency: withProduct(latency),
  starts: withProduct(starts),
  throughput: withProduct(throughput),
  big: withProduct(big),
  fairness: withProduct(fairness),
  manifest: withProduct(manifest),
  object: withProduct(object),
} as const;

async function secondsOf(act: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await act();
  return (performance.now() - began) / 1000;
}
