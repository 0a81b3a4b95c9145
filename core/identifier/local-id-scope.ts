/**
 * The owner of a profile that names none. It appears in the metadata of objects, and collections with it share no local
 * ids.
 */
export const STANDARD_OWNER = "ark:/99999/fk4waybill";

/** Where local ids are looked up. `owner`: from the collection's profile. */
export type LocalIdScope = { readonly collectionId: string; readonly owner: string };

const COLLECTION = "collection:";

/**
 * The owner whose collections share local ids; null when the collection keeps them to itself. An owner that looks like
 * a collection's key shares nothing; otherwise its local ids would mix with that collection's. Source:
 * docs/reference/identifiers.md, "Whose local ids".
 */
export function sharedOwner(owner: string): string | null {
  return owner === STANDARD_OWNER || owner.startsWith(COLLECTION) ? null : owner;
}

/** The key a new local id is stored under: the shared owner or the collection. */
export function localIdKey({ collectionId, owner }: LocalIdScope): string {
  return sharedOwner(owner) ?? collectionKey(collectionId);
}

/**
 * The keys local ids are looked up under: the key for new ones; the collection itself, in case it named no owner
 * before; and the standard owner, under which all collections stored theirs until decision 0023 (of those, only the
 * collection's own count).
 */
export function localIdKeys(scope: LocalIdScope): readonly string[] {
  return [...new Set([localIdKey(scope), collectionKey(scope.collectionId), STANDARD_OWNER])];
}

function collectionKey(collectionId: string): string {
  return `${COLLECTION}${collectionId}`;
}
