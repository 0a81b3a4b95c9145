import { trimOf } from "../trim-signs.ts";

/**
 * The default slug of the collection created with a ledger's lane: the service id in lower case, with hyphens for
 * characters a slug cannot have. `01234-ABCDE::gsAA` becomes `01234-abcde-gsaa`; an id that leaves nothing (`----`)
 * becomes `ledger`.
 */
export function collectionSlugOf(serviceId: string): string {
  return trimOf(serviceId.toLowerCase().replace(/[^a-z0-9]+/g, "-"), "-") || "ledger";
}
