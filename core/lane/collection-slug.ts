import { trimOf } from "../trim-signs.ts";

/**
 * The slug of the collection a ledger's lane is made with: its service id in lower case, with what a slug has not as
 * hyphens: `01234-ABCDE::gsAA` is `01234-abcde-gsaa`. What leaves nothing (`----`) is `ledger`.
 */
export function collectionSlugOf(serviceId: string): string {
  return trimOf(serviceId.toLowerCase().replace(/[^a-z0-9]+/g, "-"), "-") || "ledger";
}
