import { createHash, randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { submitBatches } from "../operations/lane/submit-batches.ts";
import { makeBatch, makeBatchList, makeTransaction, testKey } from "../tests/fixtures/ledger/sign.ts";
import type { LanesWorld } from "./lanes-world.ts";

/** Batches for some lanes. `lanes`: by service, in the order their lane has. */
export type Load = {
  readonly lanes: ReadonlyMap<string, readonly LoadBatch[]>;
  readonly count: number;
};
export type LoadBatch = { readonly id: string; readonly body: Uint8Array };

const PATIENCE_MS = 600_000;

/** The services of a load: `<name>-0`, `<name>-1` and so on. */
export function servicesOf(name: string, lanes: number): readonly string[] {
  return Array.from({ length: lanes }, (_, place) => `${name}-${place}`);
}

/**
 * Makes batches of one transaction each, equally many per lane. Their ids look like signatures and are none: making
 * 4,000 would take longer than the bench, and neither the worker nor the fake ledger looks at them.
 */
export function makeLoad(name: string, lanes: number, batches: number): Load {
  const key = testKey("bench");
  const transaction = makeTransaction({ key });
  const make = (service: string) =>
    Array.from({ length: batches / lanes }, (_, place) => {
      const signature = createHash("sha512").update(`${service} ${place}`).digest("hex");
      const batch = makeBatch({ key, transactions: [transaction], signature });
      return { id: batch.id, body: makeBatchList([batch]) };
    }).sort((a, b) => (a.id < b.id ? -1 : 1)); // what comes in one list is numbered by its ids
  const made = servicesOf(name, lanes).map((service) => [service, make(service)] as const);
  return { lanes: new Map(made), count: batches };
}

/** Makes the lanes, held, and hands their batches in. */
export async function deposit({ ctx, connectionOf }: LanesWorld, { lanes }: Load): Promise<void> {
  const services = [...lanes.keys()];
  const heldAt = new Date();
  await ctx.db.lane.createMany({
    data: services.map((id) => ({
      id,
      serviceId: id,
      backend: "sawtooth",
      ledger: connectionOf(id),
      heldAt,
    })),
  });
  await ctx.db.collection.createMany({
    data: services.map((id) => ({ id, slug: id, name: id, laneId: id })),
  });
  await ctx.db.profileVersion.createMany({
    data: services.map((id) => ({
      id: randomUUID(),
      collectionId: id,
      version: 1,
      settings: { notifySuppression: "all" },
      createdBy: "bench",
    })),
  });
  for (const [serviceId, batches] of lanes) {
    const read = async () =>
      batches.map(({ id, body }) => ({
        ledgerId: id,
        body,
        signerPublicKey: "",
        transactionIds: [],
        families: [],
      }));
    await submitBatches(ctx, { serviceId, userAgent: null, read });
  }
  // the workers look at the held lanes once more, before the clock starts
  await sleep(1_500);
}

/** Lets the lanes go, all at once, and waits until every batch is Committed. @returns seconds by the database's clock */
export async function run({ ctx }: LanesWorld, { lanes, count }: Load): Promise<number> {
  const services = [...lanes.keys()];
  const [begun] = await ctx.db.$queryRaw<{ at: Date }[]>`
    UPDATE lane SET held_at = NULL, touched = touched + 1, due_at = clock_timestamp()
    WHERE id = ANY(${services}::text[]) RETURNING clock_timestamp() AS at`;
  ctx.changes.note({ due: true });
  await ctx.changes.flush();
  const until = performance.now() + PATIENCE_MS;
  for (;;) {
    if (performance.now() > until) throw new Error("the lanes did not end; see the worker's lines above");
    // one row, by the index of states: counting all batches of 1,000 lanes took a tenth of a core from what is measured
    const [open] = await ctx.db.$queryRaw<{ id: string }[]>`
      SELECT id FROM batch WHERE state IN ('Pending', 'Processing') LIMIT 1`;
    if (!open) break;
    await sleep(200);
  }
  const committed = await ctx.db.batch.count({
    where: { laneId: { in: services }, submissionStatus: "Committed" },
  });
  if (committed !== count) throw new Error(`${committed} of ${count} batches are Committed`);
  const [ended] = await ctx.db.$queryRaw<{ at: Date }[]>`
    SELECT max(event.at) AS at FROM event JOIN batch ON batch.id = event.batch_id
    WHERE batch.lane_id = ANY(${services}::text[]) AND event.kind = 'batch.submission' AND event."to" = 'Committed'`;
  if (!begun || !ended) throw new Error("nothing was run");
  return (ended.at.getTime() - begun.at.getTime()) / 1000;
}

/** Waits until the reports of everything so far are done, so that the next figure is not theirs. */
export async function untilQuiet({ ctx }: LanesWorld): Promise<void> {
  while ((await ctx.db.batch.count({ where: { state: { in: ["Pending", "Processing", "Reporting"] } } })) > 0)
    await sleep(200);
}
