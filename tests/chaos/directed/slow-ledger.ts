import { setTimeout as sleep } from "node:timers/promises";
import { until } from "../../pipeline/until.ts";
import { type Directed, must } from "../faults/fault.ts";
import { untilFinal } from "../until-final.ts";
import type { World } from "../world.ts";

/** The answer comes after the first expiry (2 s) and before the second (8 s). */
const ANSWER_MS = 3_000;
const CUT_OFF_MS = 2_600;
/** Scaled by ten: a call may take 6 s. */
const SETTINGS = { postTimeoutMs: 60_000 };

/** A worker that cannot renew its claim while the ledger takes its time: others leave it the lane, and its answer counts. */
export const SLOW_LEDGER: Directed = {
  code: "F37",
  name: "the ledger answers between the first and the second expiry",
  prove: async (world) => {
    const { ctx, ledger } = world;
    const [lane] = await world.feed(1, { batches: 2, settings: SETTINGS, submit: false });
    if (!lane) throw new Error("no lane");
    ledger.control({ fault: "slow", ms: ANSWER_MS, service: lane.service, times: 1 });
    await world.submit(lane);
    const hasArrived = () =>
      ledger.log.some(({ service, event }) => service === lane.service && event === "arrived");
    await until(async () => hasArrived() || "nothing has arrived", 20_000);
    const row = await ctx.db.lane.findUniqueOrThrow({ where: { serviceId: lane.serviceId } });
    const where = { laneId: row.id };
    const attempt = await ctx.db.attempt.findFirstOrThrow({ where, orderBy: { id: "asc" } });
    const door = doorOf(world, attempt.instance);
    door.refuse();
    const cut = door.resetPeers();
    const sawExpired = await watchExpiry(world, row.id);
    door.heal();
    await untilFinal(world, [lane], 80_000);
    const [first] = await ctx.db.attempt.findMany({ where, orderBy: { id: "asc" } });
    const { breaks } = await ctx.db.lane.findUniqueOrThrow({ where: { id: row.id } });
    must(sawExpired, "the first expiry was never over");
    must(
      first?.outcome === "accepted" && first.lateAnswer === null,
      `the answer was ${first?.outcome}: ${first?.message}`,
    );
    must(breaks === row.breaks, "the claim was taken away");
    return `${cut} connections of the worker cut off for ${CUT_OFF_MS} ms; expired, left alone, accepted`;
  },
};

/** The proxy of the worker that made an attempt. */
function doorOf({ workers, doors }: World, instance: string) {
  const place = workers.findIndex((worker) => worker && instance.includes(`-${worker.pid}-`));
  const door = doors[place];
  if (!door) throw new Error(`no worker is ${instance}`);
  return door;
}

/** @returns whether the claim was seen expired, and still its holder's */
async function watchExpiry({ ctx: { db } }: World, laneId: string): Promise<boolean> {
  let sawExpired = false;
  for (const end = performance.now() + CUT_OFF_MS; performance.now() < end; await sleep(100)) {
    const [seen] = await db.$queryRaw<{ expired: boolean }[]>`
      SELECT lease_until < clock_timestamp() AND lease_owner IS NOT NULL AS expired FROM lane WHERE id = ${laneId}`;
    sawExpired ||= seen?.expired === true;
  }
  return sawExpired;
}
