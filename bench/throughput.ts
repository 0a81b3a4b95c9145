import { batchOfFiles } from "../tests/pipeline/manifests.ts";
import { type Costs, costsOf, plus, printCosts } from "./costs.ts";
import { median, print } from "./figure.ts";
import { PLAIN_FETCH, plainFilesPerSecond } from "./plain-fetch.ts";
import type { BenchProduct } from "./product.ts";
import { rowsOf } from "./rows.ts";
import type { BenchSource } from "./source.ts";
import { PASSES } from "./turns.ts";
import { untilCompleted } from "./until-state.ts";

const JOBS = Number(process.env.BENCH_JOBS ?? 1_000);
/** Enough for the processes to have compiled what they execute. */
const WARM_UP_JOBS = 200;
const WORKERS = [1, 2] as const;

/** Jobs of one 1 KB file through the whole pipeline, by one process that works and by two, and what a job costs. */
export async function throughput(product: BenchProduct, source: BenchSource): Promise<void> {
  const perSecond = new Map<number, number[]>(WORKERS.map((workers) => [workers, []]));
  const costs = new Map<number, Costs>();
  const plain: number[] = [];
  for (let pass = 0; pass < PASSES; pass += 1) {
    plain.push(plainFilesPerSecond(source, { files: JOBS, folder: `plain-${pass}` }));
    for (const workers of WORKERS) {
      await product.setWorkers(workers);
      await jobsPerSecond(product, source, { jobs: WARM_UP_JOBS, folder: `warm-${workers}-${pass}` });
      const load = { jobs: JOBS, folder: `jobs-${workers}-${pass}` };
      const { result, costs: more } = await costsOf(product.spenders("workers"), () =>
        jobsPerSecond(product, source, load),
      );
      perSecond.get(workers)?.push(result);
      costs.set(workers, plus(costs.get(workers), more));
    }
  }
  for (const [workers, passes] of perSecond)
    print({
      name: `jobs through the whole pipeline, ${JOBS} of 1 KB, ${processes(workers)}`,
      value: median(passes),
      unit: "jobs/s",
      aim: ">= 100",
      passes,
      reference: { name: PLAIN_FETCH, value: median(plain), passes: plain },
    });
  for (const [workers, spent] of costs) printCosts(`a job, ${processes(workers)}`, JOBS * PASSES, spent);
}

async function jobsPerSecond(
  product: BenchProduct,
  source: BenchSource,
  { jobs, folder }: { readonly jobs: number; readonly folder: string },
): Promise<number> {
  const payload = batchOfFiles(rowsOf(source, jobs, folder));
  const batchId = await product.deposit({ filename: "jobs.checkm" }, payload);
  const { createdAt, endedAt } = await untilCompleted(product.db, batchId, 100);
  return jobs / ((endedAt.getTime() - createdAt.getTime()) / 1000);
}

function processes(workers: number): string {
  return workers === 1 ? "1 worker process" : `${workers} worker processes`;
}
