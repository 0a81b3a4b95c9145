/** Where a collection's page is. */
export function collectionAddress(slug: string): string {
  return `/collections/${encodeURIComponent(slug)}`;
}
