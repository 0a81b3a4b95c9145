import type { Tx } from "../../client.ts";

/** The kept result of a finished step, or undefined when it has not been done. */
export async function findStep(tx: Tx, ownerId: string, step: string): Promise<unknown> {
  const row = await tx.stepResult.findUnique({ where: { ownerId_step: { ownerId, step } } });
  return row?.result ?? undefined;
}
