/**
 * The slug of the collection a ledger's lane is made with: its service id in lower case, with what a slug has not as
 * hyphens: `01234-ABCDE::gsAA` is `01234-abcde-gsaa`. What leaves nothing (`----`) is `ledger`.
 */
export function collectionSlugOf(serviceId: string): string {
  const slug = serviceId
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "");
  return slug || "ledger";
}
