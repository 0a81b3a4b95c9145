/** Who has to act on an error. `nobody`: Waybill retries automatically. */
export type WhoActs = "depositor" | "operator" | "nobody";

/** Whether the content is at fault, the request, or the system. The three look different everywhere. */
export type ErrorFamily = "request" | "content" | "system";

type Entry = { readonly status: number; readonly who: WhoActs; readonly family: ErrorFamily };

const request = (status: number, who: WhoActs = "depositor"): Entry => ({ status, who, family: "request" });
const content = (who: WhoActs = "depositor"): Entry => ({ status: 422, who, family: "content" });
const system = (status: number, who: WhoActs): Entry => ({ status, who, family: "system" });

/**
 * Every error Waybill names, once: HTTP status, who acts, and whose fault it is.
 * Source: docs/reference/api.md, "Errors"; the table there is compared with this one by a test.
 */
export const ERRORS = {
  // the request
  bad_request: request(400),
  bad_form: request(400),
  no_payload: request(400),
  incomplete_upload: request(400),
  key_missing: request(400),
  not_signed_in: request(401),
  account_closed: request(401),
  token_ended: request(401),
  not_allowed: request(403),
  session_needed: request(403),
  scope_missing: request(403),
  cross_site: request(403),
  not_found: request(404),
  unknown_collection: request(404),
  link_ended: request(404),
  unknown_task: request(404),
  illegal_move: request(409),
  stale_state: request(409, "nobody"),
  cursor_lost: request(409, "operator"),
  not_failed: request(409),
  not_resumable: request(409),
  resume_too_late: request(409),
  no_working_files: request(409),
  already_held: request(409),
  not_held: request(409),
  not_holdable: request(409, "operator"),
  collection_held: request(409, "operator"),
  batch_held: request(409, "operator"),
  intake_held: request(409, "operator"),
  nothing_changed: request(409),
  key_in_flight: request(409, "nobody"),
  event_sent: request(409),
  too_many_events: request(409),
  email_taken: request(409),
  own_account: request(409),
  last_admin: request(409),
  already_closed: request(409),
  not_closed: request(409),
  too_large: request(413),
  unsupported_type: request(415),
  password_wrong: request(422),
  password_common: request(422),
  key_reused: request(422),
  task_input_invalid: request(422),
  empty_payload: request(422),
  payload_digest_mismatch: request(422),
  payload_size_mismatch: request(422),
  digest_unsupported: request(422),
  search_too_slow: request(422),
  manifest_invalid: content(),
  batch_list_invalid: request(422),
  service_id_invalid: request(422, "operator"),
  unknown_ledger: request(422, "operator"),
  unknown_lane: request(404),
  not_a_ledger_lane: request(409),
  signed_batches_only: request(409),
  already_halted: request(409, "operator"),
  not_halted: request(409, "operator"),
  batch_final: request(409, "operator"),
  batch_under_way: request(409, "operator"),
  may_still_apply: request(409, "operator"),
  not_unknown: request(409, "operator"),
  nothing_to_ask: request(409, "operator"),
  profile_invalid: request(422, "operator"),
  lane_exists: request(409, "operator"),
  slug_taken: request(409, "operator"),
  several_open: request(409, "operator"),
  too_many_requests: request(429, "nobody"),

  // the content, known only after the deposit was accepted
  payload_damaged: content(),
  container_invalid: content(),
  container_too_large: content(),
  container_unsupported: content(),
  container_manifest_invalid: content(),
  bag_invalid: content(),
  source_not_found: content(),
  source_refused: content(),
  source_forbidden: content("operator"),
  source_too_large: content(),
  source_unreachable: content(),
  source_timeout: content(),
  source_redirects: content(),
  source_closed_early: content(),
  size_mismatch: content(),
  digest_mismatch: content(),
  name_refused: content(),
  local_id_conflict: content(),
  bad_identifier: content(),
  metadata_invalid: content(),
  embargo_invalid: content(),
  delete_list_invalid: content(),
  ledger_invalid: content(),
  ledger_rejected: content(),
  skipped: content("operator"),

  // the system
  lease_lost: system(500, "nobody"),
  worker_killed: system(500, "operator"),
  forced: system(500, "operator"),
  given_up: system(500, "depositor"),
  address_sealed: system(500, "operator"),
  working_storage_full: system(507, "nobody"),
  never_fits: system(507, "operator"),
  disk_full: system(507, "operator"),
  storage_failed: system(500, "operator"),
  storage_verify_failed: system(500, "operator"),
  storage_unavailable: system(503, "nobody"),
  storage_away: system(503, "operator"),
  storage_not_configured: system(503, "operator"),
  object_busy: system(409, "nobody"),
  identifier_busy: system(503, "nobody"),
  identifier_unreachable: system(503, "nobody"),
  identifier_service_failed: system(502, "operator"),
  ledger_unreachable: system(503, "nobody"),
  ledger_refused: system(502, "operator"),
  database_unavailable: system(503, "nobody"),
  shutting_down: system(503, "nobody"),
  internal: system(500, "operator"),
} as const satisfies Record<string, Entry>;
export type ErrorCode = keyof typeof ERRORS;

/** One thing wrong with one place in a manifest or form. `line` counts from 1; 0 means the whole. */
export type Problem = { readonly line: number; readonly code: string; readonly message: string };

/** Extra facts an error carries: when to try again, the host at fault, and the single problems behind it. */
export type ErrorFacts = {
  readonly cause?: unknown;
  readonly retryAt?: Date;
  readonly tries?: number;
  readonly host?: string;
  readonly problems?: readonly Problem[];
};

/** The one error class. Its message is a sentence the person named by `who` can act on; never contains credentials. */
export class WaybillError extends Error {
  readonly code: ErrorCode;
  readonly retryAt: Date | undefined;
  /** How often it was tried before this was thrown, where that was more than once or is told. */
  readonly tries: number | undefined;
  /** The host that could not be fetched from, where that is what failed. */
  readonly host: string | undefined;
  readonly problems: readonly Problem[];

  constructor(code: ErrorCode, message: string, facts: ErrorFacts = {}) {
    super(message, facts.cause === undefined ? undefined : { cause: facts.cause });
    this.name = "WaybillError";
    this.code = code;
    this.retryAt = facts.retryAt;
    this.tries = facts.tries;
    this.host = facts.host;
    this.problems = facts.problems ?? [];
  }

  get entry(): Entry {
    return ERRORS[this.code];
  }
}

/**
 * The error as a WaybillError. A full disk gets its own code wherever it occurs; anything Waybill does not recognise
 * becomes `internal`, with its cause kept for the log.
 */
export function asWaybillError(error: unknown): WaybillError {
  if (error instanceof WaybillError) return error;
  if (error instanceof Error && "code" in error && (error.code === "ENOSPC" || error.code === "EDQUOT")) {
    const message = "A disk of Waybill's is full. An operator must free up space.";
    return new WaybillError("disk_full", message, { cause: error });
  }
  return new WaybillError("internal", "Waybill hit an internal error. An operator can find it in the log.", {
    cause: error,
  });
}
