import { setTimeout as sleep } from "node:timers/promises";
import type { World } from "./world.ts";

const LOOK_MS = 50;
const PATIENCE_MS = 15_000;

/** After how many ms each claim of a killed worker was somebody else's or nobody's, for all that were watched. */
export const recoveries: number[] = [];

/** Watches the claims a worker had when it was killed until none is its own any more. */
export async function watchRecovery({ ctx: { db } }: World, pid: number): Promise<void> {
  const began = performance.now();
  const owner = `-${pid}-`;
  let open = (
    await db.lane.findMany({ where: { leaseOwner: { contains: owner } }, select: { id: true } })
  ).map(({ id }) => id);
  while (open.length > 0 && performance.now() - began < PATIENCE_MS) {
    await sleep(LOOK_MS);
    const still = await db.lane.findMany({
      where: { id: { in: open }, leaseOwner: { contains: owner } },
      select: { id: true },
    });
    const ms = performance.now() - began;
    for (let gone = open.length - still.length; gone > 0; gone -= 1) recoveries.push(ms);
    open = still.map(({ id }) => id);
  }
}
