import { type Epoch, epochText, type Item, itemsText, itemText, NO_HASH } from "./epoch.ts";
import type { Verifier } from "./receipt.ts";

/** An epoch as it is kept. */
export type ChainEpoch = Epoch & {
  readonly hash: string;
  readonly signer: string | null;
  readonly signature: string | null;
};

/** Up to where the chain has been found good: the last good epoch's, before the first one 0, 0 and NO_HASH. */
export type Reached = { readonly seq: number; readonly last: number; readonly hash: string };
export const START: Reached = { seq: 0, last: 0, hash: NO_HASH };

/** `seq`: of the first epoch that is not what it should be, or of the last good one when what follows it is missing. */
export type ChainFault = { readonly seq: number; readonly kind: FaultKind; readonly message: string };
export type FaultKind = "positions" | "items" | "previous" | "hash" | "signature" | "end";

/**
 * Whether an epoch has the positions that come next, of at most `most` items; to be asked before its items are read.
 * @returns what is wrong
 */
export function positionsFault(
  { last: before }: Reached,
  { seq, first, last }: ChainEpoch,
  most: number,
): ChainFault | undefined {
  const expected = before + 1;
  if (first === expected && last >= first && last - first < most) return undefined;
  const message = `Epoch ${seq} says that it gave the positions ${first} to ${last}; the next one is ${expected}.`;
  return { seq, kind: "positions", message };
}

/**
 * What is wrong with an epoch whose positions are right; the first thing only. `items`: those kept at its positions, in their
 * order. One that nobody has signed yet counts as good. Source: docs/reference/sequencer.md, "Verifying the chain".
 */
export function epochFault(
  { hash: before }: Reached,
  epoch: ChainEpoch,
  items: readonly Item[],
  { sha256, isSigned }: Verifier,
): ChainFault | undefined {
  const { seq, first, last, hash, signer, signature } = epoch;
  const fault = (kind: FaultKind, message: string) => ({ seq, kind, message });
  const gap = Array.from({ length: last - first + 1 }, (_, at) => first + at).find(
    (position, at) => items[at]?.position !== position,
  );
  if (gap !== undefined) return fault("items", `Nothing has position ${gap}, which epoch ${seq} gave.`);
  if (sha256(itemsText(items.map((item) => sha256(itemText(item))))) !== epoch.itemsHash)
    return fault(
      "items",
      `An item with a position from ${first} to ${last} is not what epoch ${seq} ordered.`,
    );
  if (epoch.previousHash !== before)
    return fault("previous", `Epoch ${seq} does not name the hash of the epoch before it.`);
  if (sha256(epochText(epoch)) !== hash)
    return fault("hash", `Epoch ${seq} does not have the hash it names.`);
  if (signer === null || signature === null) return undefined;
  const signed = isSigned(signer, hash, signature);
  if (signed === undefined)
    return fault("signature", `Epoch ${seq} is signed by ${signer}, of which there is no public key.`);
  return signed ? undefined : fault("signature", `The signature of epoch ${seq} is not that of its signer.`);
}
