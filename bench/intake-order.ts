import { execute } from "../scripts/db/database.ts";
import type { Ask } from "./clients.ts";
import type { BenchProduct } from "./product.ts";
import { printInTurns } from "./turns.ts";

type OrderedIntake = {
  readonly clients: number;
  readonly warmUps: number;
  /** The requests of a pass, into the lane of this name. */
  readonly takes: (lane: string) => () => Ask;
  readonly send: (ask: () => Ask) => Promise<{ readonly perSecond: number }>;
};

/**
 * Ledger batches taken while a worker gives them positions, beside the same with nothing entered in the order: the worker runs
 * then too, and has nothing to give. The lanes are held, so that it does nothing else.
 */
export async function orderedIntake(
  product: BenchProduct,
  { clients, warmUps, takes, send }: OrderedIntake,
): Promise<void> {
  const { postgresUrl } = product.spenders("web");
  const measure = (isOrdered: boolean) => async (pass: number) => {
    const lane = `${isOrdered ? "ordered" : "unordered"}-${pass}`;
    await product.addCollection(lane, "sawtooth");
    await product.db.lane.updateMany({ where: { serviceId: lane }, data: { heldAt: new Date() } });
    await execute(
      postgresUrl,
      `ALTER TABLE batch ${isOrdered ? "ENABLE" : "DISABLE"} TRIGGER batch_waits_for_position`,
    );
    return (await send(takes(lane))).perSecond;
  };
  await product.setWorkers(1);
  await printInTurns({
    name: `ledger batches taken while a worker gives positions, one a request, ${clients} clients`,
    unit: "batches/s",
    aim: ">= 0.9 of the reference",
    warmUps,
    measure: measure(true),
    reference: { name: "the same with nothing entered in the order", measure: measure(false) },
  });
  await product.setWorkers(0);
}
