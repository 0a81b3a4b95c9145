import { openAddress, payloadOwner } from "../sealed-address.ts";
import type { StageInput } from "./stage.ts";

/**
 * Where a job's payload is fetched from, credentials included: for the fetch alone. Null: it came with the deposit.
 * @throws WaybillError `address_sealed`
 */
export function payloadAddress({ ctx, job }: Pick<StageInput, "ctx" | "job">): string | null {
  const { payloadUrl: clear, payloadSealed: sealed } = job;
  return clear === null ? null : openAddress(ctx.env, payloadOwner(job), { clear, sealed });
}
