import type { Context } from "../../operations/context.ts";
import { readStatuses } from "../../operations/lane/read-statuses.ts";
import { submitBatches } from "../../operations/lane/submit-batches.ts";
import { one, type RouteRow, working } from "./route-row.ts";
import type { World } from "./world.ts";

/** The collection's lane, made one that ends at a ledger. */
async function ledgerLane({ db }: Context, { collection }: World): Promise<string> {
  const data = { backend: "scabbard", ledger: "main" } as const;
  return (await db.lane.update({ where: { id: collection.laneId }, data })).serviceId;
}

const submit = async (ctx: Context, world: World) =>
  submitBatches(ctx, { serviceId: await ledgerLane(ctx, world), userAgent: null, read: async () => [] });

/** The routes by which a ledger's clients send batches and ask for them. */
export const LEDGER_ROWS: readonly RouteRow[] = [
  {
    route: "POST api/v1/lanes/[serviceId]/batches",
    expect: { ...working, stranger: "unknown_lane" },
    call: submit,
    changes: "fresh",
  },
  {
    route: "POST api/grid/batches",
    expect: { ...working, stranger: "unknown_lane" },
    call: submit,
    changes: "fresh",
  },
  {
    route: "GET api/grid/batch_statuses",
    expect: { ...one, stranger: "unknown_lane" },
    call: async (ctx, world) =>
      readStatuses(ctx, {
        serviceId: await ledgerLane(ctx, world),
        ledgerIds: ["ab"],
        waitMs: 0,
        signal: new AbortController().signal,
      }),
    changes: "fresh",
  },
];
