/**
 * What is known here of an ARK that came with a deposit. `storedFor`: the collection that has a version of it; `mintedFor`:
 * the collection it was minted for; `shoulder`: the local one it lies below, e.g. `ark:/99999/fk4`: names there are
 * Waybill's to give. All null where nothing is known.
 */
export type SuppliedEvidence = {
  readonly storedFor: string | null;
  readonly mintedFor: string | null;
  readonly shoulder: string | null;
};

/**
 * Why a deposit into a collection may not have the ARK it came with; undefined when it may. An object that is stored keeps
 * its collection; an ARK that was minted is its collection's; one that Waybill has still to give is nobody's, or whoever
 * works out the next name would have the object of the deposit that gets it. Source: docs/reference/identifiers.md,
 * "ARKs that come with a deposit".
 */
export function refuseSupplied(
  ark: string,
  collectionId: string,
  { storedFor, mintedFor, shoulder }: SuppliedEvidence,
): string | undefined {
  const home = storedFor ?? mintedFor;
  if (home === collectionId) return undefined;
  // the same words whether it is another collection's or nobody's: they do not tell which names were given
  if (shoulder !== null)
    return `${ark} lies below ${shoulder}, where Waybill makes the names, and was not made for this collection. Leave the identifier out to get a new one, or give that of an object of this collection.`;
  if (home !== null)
    return `${ark} belongs to another collection. Deposit it there, or leave the identifier out.`;
  return undefined;
}
