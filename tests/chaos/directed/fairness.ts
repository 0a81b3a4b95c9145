import { until } from "../../pipeline/until.ts";
import { type Directed, must, takeWorker } from "../faults/fault.ts";
import { untilFinal } from "../until-final.ts";
import type { World } from "../world.ts";

const [BIG, SMALL] = [200, 49];
const SHARE_MS = 30_000;
const PATIENCE_MS = 180_000;

/** One lane with many batches, many lanes with one; and a worker that comes anew gets its share. */
export const FAIRNESS: Directed = {
  code: "F30",
  name: "one lane with 200 batches, 49 with one; a new worker",
  prove: async (world, dice) => {
    const { place, worker } = takeWorker(world, dice);
    await worker?.stop();
    const [big] = await world.feed(1, { batches: BIG });
    if (!big) throw new Error("no lane");
    await until(async () => arrivals(world, big.service) > 0 || "the big lane has not begun", 20_000);
    const small = await world.feed(SMALL, { batches: 1 });
    const smallMs = await untilFinal(world, small, PATIENCE_MS);
    const before = arrivals(world, big.service);
    must(before < BIG, `the big lane was done before the small ones (${before})`);
    const fresh = await world.startWorker(place);
    const began = performance.now();
    const more = await world.feed(20, { batches: 20 });
    await until(async () => {
      const mine = await world.ctx.db.attempt.count({ where: { instance: { contains: `-${fresh.pid}-` } } });
      return mine > 0 || "the new worker has handed nothing over";
    }, SHARE_MS);
    const shareMs = performance.now() - began;
    await untilFinal(world, more, PATIENCE_MS);
    return `49 small lanes final in ${(smallMs / 1000).toFixed(1)} s, when the big one was at ${before} of ${BIG}; the new worker's first after ${(shareMs / 1000).toFixed(1)} s`;
  },
};

function arrivals({ ledger }: World, name: string): number {
  return ledger.log.filter(({ service, event }) => service === name && event === "arrived").length;
}
