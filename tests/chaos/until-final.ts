import { until } from "../pipeline/until.ts";
import type { ChaosLane } from "./lanes.ts";
import { actAsOperator } from "./operator.ts";
import type { World } from "./world.ts";

const LOOK_MS = 200;

/** Waits until the ledger's log has a final state of every batch of these lanes, an operator deciding what only a person can. @returns after how many ms */
export async function untilFinal(
  world: World,
  lanes: readonly ChaosLane[],
  patienceMs: number,
): Promise<number> {
  const began = performance.now();
  const ids = new Set(lanes.flatMap(({ batches }) => batches.map(({ id }) => id)));
  await until(async () => {
    const final = world.ledger.log.filter(({ event, id }) => event === "final" && ids.has(id));
    const open = ids.size - new Set(final.map(({ id }) => id)).size;
    if (open === 0) return true;
    await actAsOperator(world).catch(() => 0);
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    return `${open} of ${ids.size} batches are not final${await standingOf(world, ids, final)}`;
  }, patienceMs);
  return performance.now() - began;
}

/** How the first of them stands that is not final. */
async function standingOf(
  { ctx: { db } }: World,
  ids: ReadonlySet<string>,
  final: readonly { readonly id: string }[],
): Promise<string> {
  const done = new Set(final.map(({ id }) => id));
  const id = [...ids].find((one) => !done.has(one));
  const row = await db.ledgerBatch
    .findFirst({
      where: { ledgerId: id ?? "" },
      select: {
        batch: {
          select: {
            state: true,
            submitted: true,
            submissionStatus: true,
            unresolved: true,
            lane: { select: { serviceId: true, leaseOwner: true, dueAt: true, haltedAt: true } },
            attempts: { select: { outcome: true, message: true } },
          },
        },
      },
    })
    .catch(() => null);
  return row ? `: ${JSON.stringify(row.batch)}` : "";
}
