import type { Holdable } from "../../core/hold/holdable.ts";
import { ended } from "../../core/sentence.ts";

/** How a hold ends: a person releases it, or it expires (`expired`), which only Waybill itself reports. */
export type Ending = { readonly reason?: string | undefined; readonly expired?: boolean | undefined };

const AT_ITS_TIME = "The hold expired.";

/** The reason kept in the audit. */
export function auditReason({ reason, expired }: Ending): string | undefined {
  return expired ? AT_ITS_TIME : reason;
}

/** The reason recorded on whatever is released. `thing`: e.g. "collection". */
export function releaseReason(thing: Holdable, { reason, expired }: Ending): string {
  if (expired) return AT_ITS_TIME;
  return reason ? `The ${thing}'s hold was released: ${ended(reason)}` : `The ${thing}'s hold was released.`;
}
