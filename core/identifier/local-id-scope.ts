/** The owner a profile has that names none. It stands in the metadata of objects and shares nothing. */
export const STANDARD_OWNER = "ark:/99999/fk4waybill";

/** Where local ids are looked for. `owner`: as the collection's profile has it. */
export type LocalIdScope = { readonly collectionId: string; readonly owner: string };

const COLLECTION = "collection:";

/**
 * The owner whose collections share their local ids, null where they are the collection's alone. An owner that reads like
 * the key of a collection shares nothing: its local ids would be that collection's.
 * Source: docs/reference/identifiers.md, "Whose local ids".
 */
export function sharedOwner(owner: string): string | null {
  return owner === STANDARD_OWNER || owner.startsWith(COLLECTION) ? null : owner;
}

/** Under what a new local id is kept: the shared owner, or the collection. */
export function localIdKey({ collectionId, owner }: LocalIdScope): string {
  return sharedOwner(owner) ?? collectionKey(collectionId);
}

/**
 * Under what local ids are looked for: where new ones are kept, the collection itself when it named no owner before, and the
 * standard owner, under whom all collections kept them until decision 0023; of those only the collection's own count.
 */
export function localIdKeys(scope: LocalIdScope): readonly string[] {
  return [...new Set([localIdKey(scope), collectionKey(scope.collectionId), STANDARD_OWNER])];
}

function collectionKey(collectionId: string): string {
  return `${COLLECTION}${collectionId}`;
}
