/** What receipts are verified with. `key`: SHA-256 of the public key; `publicKey`: Ed25519, SPKI, in base64url. */
export type SequencerKeys = {
  readonly keys: readonly { readonly key: string; readonly publicKey: string }[];
};
