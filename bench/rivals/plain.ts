import type { Load } from "../lanes-load.ts";
import type { LanesWorld } from "../lanes-world.ts";
import { runProgram } from "./run-program.ts";

/** What LANES_AT_ONCE is by default. */
const AT_ONCE = 64;

/** The calls of a load made by a BullMQ worker that keeps no order and writes nothing down. @returns batches per second */
export async function runPlain({ redisUrl, ledger }: LanesWorld, load: Load): Promise<number> {
  // in turn over the lanes, as they would come in
  const batches = [...load.lanes].flatMap(([service, lane]) =>
    lane.map(({ id, body }, place) => ({
      place,
      id,
      url: ledger.urlOf(service),
      body: Buffer.from(body).toString("base64"),
    })),
  );
  batches.sort((a, b) => a.place - b.place);
  const { perSecond } = await runProgram<{ readonly perSecond: number }>(
    process.execPath,
    "plain-bullmq.mjs",
    {
      url: redisUrl,
      atOnce: AT_ONCE,
      batches,
    },
  );
  return perSecond;
}
