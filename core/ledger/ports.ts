/** The ledgers as the rest of Waybill sees them. One adapter per protocol in adapters/ledger. */

export const LEDGER_BACKENDS = ["sawtooth", "scabbard"] as const;
export type LedgerBackend = (typeof LEDGER_BACKENDS)[number];

/** Whether a ledger applies the same bytes once at most, however often they are sent. Source: docs/reference/lanes.md. */
export const APPLIES_ONCE = { sawtooth: true, scabbard: false } as const satisfies Record<
  LedgerBackend,
  boolean
>;

/** Where a lane's batches go. */
export type LedgerTarget = {
  /** The lane's service_id; part of the path on scabbard. */
  readonly serviceId: string;
  /** Base address of the ledger's REST API, without a trailing slash. */
  readonly url: string;
  /** Headers a proxy or the ledger requires, e.g. Authorization. Never logged, never shown. */
  readonly headers: Readonly<Record<string, string>>;
};

/**
 * What an answer to a submission means. `busy`: certainly not accepted, try again. `ambiguous`: may have been accepted,
 * so ask before sending again; `isOver`: the ledger is done with the call, and it will have no further effect.
 * `retryAfterMs`: the wait the answer asks for, 0 or more. `rejected`: never will be accepted; `about` tells whether
 * the batch or the lane's set-up (address, credentials, our own bytes) is at fault.
 */
export type SubmitVerdict =
  | { readonly kind: "accepted" }
  | { readonly kind: "busy"; readonly retryAfterMs?: number }
  | { readonly kind: "ambiguous"; readonly isOver: boolean; readonly retryAfterMs?: number }
  | { readonly kind: "rejected"; readonly about: "batch" | "lane" };

/**
 * A verdict with the answer behind it. `message`: the ledger's own words, at most 1,000 characters, or what went wrong.
 */
export type SubmitAnswer = SubmitVerdict & {
  readonly httpStatus?: number;
  readonly ledgerCode?: string;
  readonly message: string;
};

export const LEDGER_STATUSES = ["Unknown", "Pending", "Valid", "Invalid", "Committed"] as const;
export type LedgerStatus = (typeof LEDGER_STATUSES)[number];

/**
 * What a ledger reports about one batch. `message`: its messages about invalid transactions, without duplicates; empty
 * when there are none.
 */
export type StatusReading = {
  readonly ledgerId: string;
  readonly status: LedgerStatus;
  readonly message: string;
  /** The transactions it found invalid: the first hundred. */
  readonly invalid: readonly InvalidTransaction[];
};

/** A transaction that a ledger found invalid. `data`: further data it gives, in base64; "" for none or too much. */
export type InvalidTransaction = { readonly id: string; readonly message: string; readonly data: string };

export type Ledger = {
  readonly backend: LedgerBackend;
  /** The most ids in one status request; `readStatuses` sends several requests for more. */
  readonly idsAtOnce: number;
  /**
   * Sends the bytes once, no retry. `deadline`: by the clock of lib/waking-clock.ts; after it nothing more is sent, and
   * a request under way is cut off and ambiguous. Throws only the signal's reason.
   */
  submit(
    target: LedgerTarget,
    body: Uint8Array,
    options: { readonly deadline: number; readonly signal: AbortSignal },
  ): Promise<SubmitAnswer>;
  /**
   * Asks for the statuses of batches. Returns one reading per id, in the order given; an id missing from the answer
   * reads Unknown.
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
  /** The bytes to send: a BatchList with this batch alone, its bytes unchanged. */
  readonly body: Uint8Array;
  readonly signerPublicKey: string;
  readonly transactionIds: readonly string[];
  /** Transaction families as `name version`, without duplicates. */
  readonly families: readonly string[];
};
