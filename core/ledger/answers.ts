import type { LedgerBackend, SubmitVerdict } from "./ports.ts";

/** The parts of an answer: its HTTP status, the ledger's own error code, and the wait that `Retry-After` asks for. */
export type RawAnswer = {
  readonly httpStatus: number;
  readonly ledgerCode?: string;
  readonly retryAfterMs?: number;
};

/**
 * Waybill's own code for scabbard's complaint about the `SplinterProtocolVersion` header; scabbard itself gives none.
 */
export const PROTOCOL_VERSION_CODE = "protocol_version";

const ACCEPTED = { kind: "accepted" } as const satisfies SubmitVerdict;
const BUSY = { kind: "busy" } as const satisfies SubmitVerdict;
/** A proxy gave up waiting, or it is unclear who answered: the ledger may still be working on the call. */
const AMBIGUOUS = { kind: "ambiguous", isOver: false } as const satisfies SubmitVerdict;
/** The ledger itself has ended the call and will do nothing more for it. */
const AMBIGUOUS_OVER = { kind: "ambiguous", isOver: true } as const satisfies SubmitVerdict;
const BATCH_AT_FAULT = { kind: "rejected", about: "batch" } as const satisfies SubmitVerdict;
const LANE_AT_FAULT = { kind: "rejected", about: "lane" } as const satisfies SubmitVerdict;

type Row = `${number}` | `${number}/${string}`;
type Rows = Readonly<Record<Row, SubmitVerdict>>;

/** Statuses that mean the same on both ledgers: not signed in, forbidden, no such address, POST not allowed. */
const BOTH = {
  "200": ACCEPTED,
  "202": ACCEPTED,
  "401": LANE_AT_FAULT,
  "403": LANE_AT_FAULT,
  "404": LANE_AT_FAULT,
  "405": LANE_AT_FAULT,
  "408": AMBIGUOUS,
  "413": BATCH_AT_FAULT,
  "429": BUSY,
  "500": AMBIGUOUS,
  "502": AMBIGUOUS,
  "503": AMBIGUOUS,
  "504": AMBIGUOUS,
} as const satisfies Rows;

/**
 * What each answer to a submission means, by HTTP status, or by status and the ledger's code where the code is more
 * specific. Source: Sawtooth REST API, "Error Response" codes; Splinter's scabbard REST API.
 */
const ANSWERS = {
  sawtooth: {
    ...BOTH,
    "400": LANE_AT_FAULT,
    "400/30": BATCH_AT_FAULT, // malformed, badly signed or not permitted
    "400/34": LANE_AT_FAULT, // empty body
    "400/35": LANE_AT_FAULT, // not a BatchList
    "400/42": LANE_AT_FAULT, // wrong content type
    "408/19": AMBIGUOUS_OVER, // gave up sending to the validator
    "429/31": BUSY, // the validator's queue is full
    "500/10": AMBIGUOUS_OVER, // the validator failed
    "500/20": AMBIGUOUS_OVER, // its reply could not be read
    "503/15": BUSY, // no genesis block yet
    "503/17": AMBIGUOUS, // the validator timed out: it has the batch in its inbox, or had
    "503/18": AMBIGUOUS_OVER, // the validator went away before it answered, and what it had in hand with it
  },
  scabbard: {
    ...BOTH,
    "400": BATCH_AT_FAULT,
    [`400/${PROTOCOL_VERSION_CODE}`]: LANE_AT_FAULT,
  },
} as const satisfies Record<LedgerBackend, Rows>;

/**
 * The verdict on an answer. A redirect means that the lane's address is wrong. Statuses not in the table are ambiguous.
 * A busy or ambiguous answer keeps its `retryAfterMs`; the lane decides how long to wait.
 */
export function classify(
  backend: LedgerBackend,
  { httpStatus, ledgerCode, retryAfterMs }: RawAnswer,
): SubmitVerdict {
  const rows: Rows = ANSWERS[backend];
  const verdict =
    findRow(rows, `${httpStatus}/${ledgerCode ?? ""}`) ??
    findRow(rows, `${httpStatus}`) ??
    unlisted(httpStatus);
  if (verdict.kind !== "busy" && verdict.kind !== "ambiguous") return verdict;
  if (retryAfterMs === undefined || Number.isNaN(retryAfterMs)) return verdict;
  return { ...verdict, retryAfterMs: Math.max(retryAfterMs, 0) };
}

/** The verdict when there was no answer at all: busy if none of the request can have been sent, else ambiguous. */
export function classifyNoAnswer(wasBegun: boolean): SubmitVerdict {
  return wasBegun ? AMBIGUOUS : BUSY;
}

function unlisted(httpStatus: number): SubmitVerdict {
  return httpStatus >= 300 && httpStatus <= 399 ? LANE_AT_FAULT : AMBIGUOUS;
}

function findRow(rows: Rows, key: Row): SubmitVerdict | undefined {
  return Object.hasOwn(rows, key) ? rows[key] : undefined;
}
