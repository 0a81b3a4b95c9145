import { percentile, print } from "./figure.ts";
import type { BenchProduct } from "./product.ts";
import { untilCompleted } from "./until-state.ts";

const ROUNDS = 50;
/** The first ones warm up the processes. */
const WARM = 5;
/** A batch that needs longer waits for something that does not come. */
const PATIENCE_MS = 60_000;

/**
 * From acceptance to the beginning of a batch, by the database's clock, in a lane that begins it once it has its position, in
 * turns with one that begins it at once. One after the other, so that the lane is idle and no place in it is waited for.
 */
export async function starts(product: BenchProduct): Promise<void> {
  await product.db.lane.update({
    where: { serviceId: "other" },
    data: { settings: { startsWhen: "positioned" } },
  });
  const took: Record<"bench" | "other", number[]> = { bench: [], other: [] };
  for (let round = 0; round < WARM + ROUNDS; round += 1) {
    for (const collection of ["bench", "other"] as const) {
      const ms = await beginMs(product, collection);
      if (round >= WARM) took[collection].push(ms);
    }
  }
  for (const [word, share] of [
    ["p50", 0.5],
    ["p95", 0.95],
  ] as const)
    print({
      name: `acceptance to beginning of a batch that needs its position, ${word}`,
      value: percentile(took.other, share),
      unit: "ms",
      reference: { name: `the same, begun at once, ${word}`, value: percentile(took.bench, share) },
    });
}

async function beginMs({ db, deposit }: BenchProduct, collection: string): Promise<number> {
  const body = Buffer.alloc(1024, 1);
  const batchId = await deposit({ collection, filename: "one.bin", type: "file" }, body);
  const { createdAt } = await untilCompleted(db, batchId, 10, PATIENCE_MS);
  const begun = await db.event.findFirstOrThrow({
    where: { batchId, kind: "batch.moved", to: "Processing" },
  });
  return begun.at.getTime() - createdAt.getTime();
}
