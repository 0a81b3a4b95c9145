/** The ledgers as the rest of Waybill sees them. One adapter per protocol in adapters/ledger. */

export const LEDGER_BACKENDS = ["sawtooth", "scabbard"] as const;
export type LedgerBackend = (typeof LEDGER_BACKENDS)[number];

/** Where a lane's batches go. */
export type LedgerTarget = {
  /** The lane's service_id; on scabbard it is part of the path. */
  readonly serviceId: string;
  /** Base address of the ledger's REST API, without a slash at its end. */
  readonly url: string;
  /** What a proxy or the ledger asks for, e.g. Authorization. Never logged, never shown. */
  readonly headers: Readonly<Record<string, string>>;
};

/**
 * What an answer to a submission means. `busy`: surely not accepted, try again. `ambiguous`: maybe accepted, ask before
 * sending again; `isOver`: the ledger is done with the call, so that whatever it was to do is done. `retryAfterMs`: what the answer asks to wait, 0 or more. `rejected`: never will be; `about` tells whether
 * the batch is at fault or the lane's set-up (address, credentials, our own bytes).
 */
export type SubmitVerdict =
  | { readonly kind: "accepted" }
  | { readonly kind: "busy"; readonly retryAfterMs?: number }
  | { readonly kind: "ambiguous"; readonly isOver: boolean; readonly retryAfterMs?: number }
  | { readonly kind: "rejected"; readonly about: "batch" | "lane" };

/** A verdict with what it was drawn from. `message`: the ledger's own words, at most 1,000 characters, or what went wrong. */
export type SubmitAnswer = SubmitVerdict & {
  readonly httpStatus?: number;
  readonly ledgerCode?: string;
  readonly message: string;
};

export const LEDGER_STATUSES = ["Unknown", "Pending", "Valid", "Invalid", "Committed"] as const;
export type LedgerStatus = (typeof LEDGER_STATUSES)[number];

/** What a ledger says of one batch. `message`: its words on the invalid transactions, each once; empty when there are none. */
export type StatusReading = {
  readonly ledgerId: string;
  readonly status: LedgerStatus;
  readonly message: string;
  /** What it found invalid, by transaction: the first hundred. */
  readonly invalid: readonly InvalidTransaction[];
};

/** A transaction that a ledger found invalid. `data`: what it gives beside its words, in base64; "" for none, or too much. */
export type InvalidTransaction = { readonly id: string; readonly message: string; readonly data: string };

export type Ledger = {
  readonly backend: LedgerBackend;
  /** Whether the same bytes sent twice are applied once at most. */
  readonly resubmitIsIdempotent: boolean;
  /** Most ids that go into one status question; `readStatuses` asks several for more. */
  readonly idsAtOnce: number;
  /**
   * Sends the bytes once, no retry. `deadline`: by the clock of lib/waking-clock.ts; past it nothing is sent any more, and a request
   * under way is cut off and ambiguous. Never throws but for the signal's reason.
   */
  submit(
    target: LedgerTarget,
    body: Uint8Array,
    options: { readonly deadline: number; readonly signal: AbortSignal },
  ): Promise<SubmitAnswer>;
  /**
   * Asks for the state of batches, one reading per id asked, in that order; an id the answer leaves out reads Unknown.
   * @throws WaybillError `ledger_unreachable` or `ledger_refused`, with the ledger's own words
   */
  readStatuses(
    target: LedgerTarget,
    ledgerIds: readonly string[],
    options: { readonly timeoutMs: number; readonly signal: AbortSignal },
  ): Promise<readonly StatusReading[]>;
};

/** One batch of a verified BatchList. */
export type SignedBatch = {
  /** The batch header's signature: 128 lower-case hexadecimal digits. */
  readonly ledgerId: string;
  /** A BatchList with this batch alone, its own bytes unchanged: what is sent. */
  readonly body: Uint8Array;
  readonly signerPublicKey: string;
  readonly transactionIds: readonly string[];
  /** Each once, as `name version`. */
  readonly families: readonly string[];
};
