import type { FileRecord } from "../../prisma/store/file.ts";
import { fileOwner, openAddress } from "../sealed-address.ts";
import type { StageInput } from "./stage.ts";

/**
 * Where a file is fetched from, credentials included: for the fetch alone. Null: it came with the deposit.
 * @throws WaybillError `address_sealed`
 */
export function fileAddress(
  { ctx, job }: Pick<StageInput, "ctx" | "job">,
  { ordinal, url: clear, urlSealed: sealed }: FileRecord,
): string | null {
  return clear === null ? null : openAddress(ctx.env, fileOwner(job.id, ordinal), { clear, sealed });
}
