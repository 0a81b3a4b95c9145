/**
 * What is known about an ARK that came with a deposit. `storedFor`: the collection that has a version of it;
 * `mintedFor`: the collection it was minted for; `shoulder`: the local shoulder it is below, e.g. `ark:/99999/fk4`,
 * where only Waybill assigns names. Each is null when there is none.
 */
export type SuppliedEvidence = {
  readonly storedFor: string | null;
  readonly mintedFor: string | null;
  readonly shoulder: string | null;
};

/**
 * Why a deposit into a collection may not use the ARK it came with; undefined when it may. A stored object stays in its
 * collection, and a minted ARK belongs to its collection. An ARK that Waybill has yet to mint belongs to nobody;
 * otherwise anyone who worked out the next name could take over the object of the deposit that gets it. Source:
 * docs/reference/identifiers.md, "ARKs that come with a deposit".
 */
export function refuseSupplied(
  ark: string,
  collectionId: string,
  { storedFor, mintedFor, shoulder }: SuppliedEvidence,
): string | undefined {
  const home = storedFor ?? mintedFor;
  if (home === collectionId) return undefined;
  // the same sentence whether it is another collection's or nobody's, so that it does not reveal which names exist
  if (shoulder !== null)
    return `${ark} lies below ${shoulder}, where Waybill makes the names, and was not made for this collection. Leave the identifier out to get a new one, or give that of an object of this collection.`;
  if (home !== null)
    return `${ark} belongs to another collection. Deposit it there, or leave the identifier out.`;
  return undefined;
}
