import { type Epoch, epochText, type Item, itemsText, itemText } from "./epoch.ts";

/** An item with its position, its epoch, and everything that is hashed between the two: times as ISO 8601 in UTC. */
export type Receipt = {
  readonly version: 1;
  readonly item: Omit<Item, "at"> & { readonly at: string };
  readonly epoch: Omit<Epoch, "at"> & { readonly at: string };
  /** The hashes of all items of the epoch, in the order of their positions. */
  readonly items: readonly string[];
  /** SHA-256 of the epoch, which is what is signed. */
  readonly hash: string;
  /** The key of the node that signed, and its Ed25519 signature over `hash` in base64url. */
  readonly signer: string;
  readonly signature: string;
};

/** What a receipt is verified with. `isSigned`: whether the node with this key signed the text. */
export type Verifier = {
  sha256(text: string): string;
  isSigned(signer: string, text: string, signature: string): boolean | undefined;
};

export function receiptOf(
  item: Item,
  epoch: Epoch & { readonly hash: string; readonly signer: string; readonly signature: string },
  items: readonly string[],
): Receipt {
  const { hash, signer, signature, at, ...facts } = epoch;
  return {
    version: 1,
    item: { ...item, at: item.at.toISOString() },
    epoch: { ...facts, at: at.toISOString() },
    items,
    hash,
    signer,
    signature,
  };
}

/**
 * What is wrong with a receipt, in sentences; empty: whoever holds the signer's private key says that the item had this
 * position then. Source: docs/reference/sequencer.md, "Receipts".
 */
export function faultsOf(receipt: Receipt, { sha256, isSigned }: Verifier): readonly string[] {
  const { item, epoch, items, hash, signer, signature } = receipt;
  const [accepted, ordered] = [new Date(item.at), new Date(epoch.at)];
  if ([accepted, ordered].some((time) => Number.isNaN(time.getTime())))
    return ["A time in it is none that there is."];
  const own = sha256(itemText({ ...item, at: accepted }));
  const faults: string[] = [];
  if (items.length !== epoch.last - epoch.first + 1)
    faults.push(
      `The epoch has ${epoch.last - epoch.first + 1} items, and the receipt lists ${items.length}.`,
    );
  if (items[item.position - epoch.first] !== own)
    faults.push("The item is not the one that the epoch has at this position.");
  if (sha256(itemsText(items)) !== epoch.itemsHash)
    faults.push("The list of items is not that of the epoch.");
  if (sha256(epochText({ ...epoch, at: ordered })) !== hash)
    faults.push("The epoch does not have this hash.");
  const signed = isSigned(signer, hash, signature);
  if (signed === undefined) faults.push(`There is no public key ${signer}.`);
  else if (!signed) faults.push("The signature is not that of the signer.");
  return faults;
}
