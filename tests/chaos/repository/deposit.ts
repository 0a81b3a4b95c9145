/** What a deposit of the run is. `update`: one more version of the one object its lane writes again and again. */
export const DEPOSIT_KINDS = [
  "file",
  "update",
  "manifest",
  "rows",
  "container",
  "bad-rows",
  "bad-manifest",
] as const;
export type DepositKind = (typeof DEPOSIT_KINDS)[number];

/** How a job of a deposit has to end. */
export type ExpectedJob =
  | {
      readonly end: "Completed";
      /** SHA-256 of each deposited file by its name. */
      readonly files: Readonly<Record<string, string>>;
      /** The object it writes, in the run's own words; of several jobs on one each adds to what is there. */
      readonly object: string;
    }
  | { readonly end: "Failed"; readonly code: string };

/** A deposit and what must become of it. */
export type Deposit = {
  /** The Idempotency-Key it is handed in with. */
  readonly key: string;
  /** The slug of its collection, which is the name of its lane too. */
  readonly collection: string;
  readonly kind: DepositKind;
  readonly filename: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly payload: Uint8Array;
  /** By their place in the batch. */
  readonly jobs: readonly ExpectedJob[];
};

/** A deposit that was answered 202. */
export type Acknowledged = { readonly deposit: Deposit; readonly batchId: string };
