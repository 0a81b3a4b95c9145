/** What receipts are verified with. `key`: SHA-256 of the public key; `publicKey`: Ed25519, SPKI, in base64url. */
export type SequencerKeys = {
  readonly keys: readonly { readonly key: string; readonly publicKey: string }[];
};

/** How far the chain of epochs has been verified. Positions and numbers of epochs count from 1. */
export type ChainVerification = {
  /** The first position that was looked at. */
  readonly from: number;
  /** How many epochs and items were found good, and how many of those epochs nobody has signed yet. */
  readonly epochs: number;
  readonly items: number;
  readonly unsigned: number;
  /** The last good epoch and the last position it gave; 0: none. */
  readonly reached: { readonly seq: number; readonly position: number };
  /** The last position given when the verification began. */
  readonly end: number;
  /** It has come to the end. */
  readonly isWhole: boolean;
  /** The first thing that is wrong. `seq`: the epoch's; see core/sequencer/chain.ts. */
  readonly fault: { readonly seq: number; readonly kind: string; readonly message: string } | null;
};
