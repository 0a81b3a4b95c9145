import { describe, expect, it } from "vitest";
import { FINDINGS, judgeCause, judgeFile, judgeStatus } from "../../adapters/payload/verdicts.ts";
import { ERRORS, type ErrorCode } from "../../core/errors.ts";
import { advise } from "./advice.model.ts";

const MEND = /^Fix the cause and deposit it again, or resume the job\.$/;
const LOOK = /^Find the cause, then resume the job\.$/;
const WAIT = /^Waybill retries automatically\.$/;

/** Beside each code, what its advice has to say: told from the code's meaning in docs/reference/api.md, "Errors". */
const ADVISED: Readonly<Record<ErrorCode, RegExp>> = {
  bad_request: MEND,
  bad_form: MEND,
  no_payload: MEND,
  incomplete_upload: MEND,
  key_missing: MEND,
  not_signed_in: MEND,
  account_closed: MEND,
  token_ended: MEND,
  not_allowed: MEND,
  session_needed: MEND,
  scope_missing: MEND,
  cross_site: MEND,
  not_found: MEND,
  unknown_collection: MEND,
  link_ended: MEND,
  unknown_task: MEND,
  illegal_move: MEND,
  stale_state: WAIT,
  cursor_lost: LOOK,
  not_failed: MEND,
  not_resumable: MEND,
  resume_too_late: MEND,
  no_working_files: /^Resume the job at Downloading/,
  already_held: MEND,
  not_held: MEND,
  not_holdable: /^Hold its batch or collection/,
  collection_held: /^Release the collection's hold/,
  batch_held: /^Release the batch/,
  intake_held: /^Release the hold on the whole intake/,
  nothing_changed: MEND,
  key_in_flight: WAIT,
  event_sent: MEND,
  too_many_events: MEND,
  email_taken: MEND,
  own_account: MEND,
  last_admin: MEND,
  already_closed: MEND,
  not_closed: MEND,
  too_large: MEND,
  unsupported_type: MEND,
  password_wrong: MEND,
  password_common: MEND,
  key_reused: MEND,
  task_input_invalid: MEND,
  empty_payload: /^Deposit a file that is not empty/,
  payload_digest_mismatch: /from a good copy, or correct the digest that was given/,
  payload_size_mismatch: /from a good copy, or correct the size that was given/,
  digest_unsupported: MEND,
  search_too_slow: MEND,
  manifest_invalid: /^Correct the lines named below and deposit the manifest/,
  batch_list_invalid: /^Correct the batches named below, sign them again/,
  service_id_invalid: /^Give a slug, or for scabbard/,
  unknown_ledger: /^Name a connection listed in LEDGERS/,
  unknown_lane: /^Check the lane's service id/,
  not_a_ledger_lane: /to a lane that ends at a ledger/,
  signed_batches_only: /^Choose another collection/,
  already_halted: LOOK,
  not_halted: LOOK,
  batch_final: /^Once its lane is done with a batch/,
  batch_under_way: /^Wait until the call or the jobs have ended/,
  may_still_apply: /^Ask the ledger's owner first/,
  not_unknown: /^Ask the ledger first/,
  nothing_to_ask: /no batch that its ledger may have/,
  profile_invalid: LOOK,
  lane_exists: LOOK,
  slug_taken: LOOK,
  several_open: LOOK,
  too_many_requests: WAIT,
  payload_damaged: /^Deposit the file again from a good copy/,
  container_invalid: /^Recreate the container without the entries named/,
  container_too_large: /^Split the container into several/,
  container_unsupported: /as a zip, a tar or a tar in gzip/,
  container_manifest_invalid: /^Correct mrt-manifest.txt/,
  bag_invalid: /^Fix the files named below/,
  source_not_found: /^Put the file where the address points/,
  source_refused: /^Ask the people who run the source why it refuses/,
  source_forbidden: /^Waybill may not fetch from this address. An operator can allow it/,
  source_too_large: /^Give the file's size in the manifest/,
  source_unreachable: /^Check that the source answers/,
  source_timeout: /^The source was too slow/,
  source_redirects: /^Give the address the redirects end at/,
  source_closed_early: /^The source disconnected/,
  size_mismatch: /^Correct the size in the manifest/,
  digest_mismatch: /^Correct the digest in the manifest/,
  name_refused: /^Rename the file/,
  local_id_conflict: /^Correct the local identifier/,
  bad_identifier: /^Correct the identifier/,
  metadata_invalid: /^Correct the metadata file/,
  embargo_invalid: /^Correct mrt-embargo.txt/,
  delete_list_invalid: /^Correct mrt-delete.txt/,
  ledger_invalid: /^Correct what the ledger names, sign/,
  ledger_rejected: /^Correct what the ledger names, sign/,
  skipped: /^An operator took it out of its lane/,
  lease_lost: WAIT,
  worker_killed: /^The job crashed three workers/,
  forced: /^An operator stopped it/,
  given_up: /^Deposit what the report does not name again/,
  address_sealed: /^An operator sets AUTH_SECRET back/,
  working_storage_full: WAIT,
  never_fits: /more working storage than there is in total/,
  disk_full: /^The disk is full. An operator frees some space/,
  storage_failed: /^Waybill could not write to storage/,
  storage_verify_failed: /does not read back the same/,
  storage_unavailable: /^The storage does not answer/,
  storage_away: /^An operator mounts the storage/,
  storage_not_configured: /the settings of the storage and restarts/,
  object_busy: WAIT,
  identifier_busy: WAIT,
  identifier_unreachable: WAIT,
  identifier_service_failed: /checks its address, account and shoulder/,
  ledger_unreachable: /^Waybill asks the ledger again automatically/,
  ledger_refused: /checks the lane's address and credentials/,
  database_unavailable: WAIT,
  shutting_down: WAIT,
  internal: /^Waybill hit an internal error/,
};

const adviceOf = (code: ErrorCode) => advise({ code, who: ERRORS[code].who }).act;

describe("advise", () => {
  it.each(Object.entries(ADVISED) as [ErrorCode, RegExp][])("%s", (code, act) => {
    expect(adviceOf(code)).toMatch(act);
  });

  it("has its own sentence for everything the content can be wrong with", () => {
    const codes = Object.keys(ERRORS) as ErrorCode[];
    for (const code of codes.filter((candidate) => ERRORS[candidate].family === "content")) {
      expect(adviceOf(code), code).not.toBe(advise({ code: "?", who: ERRORS[code].who }).act);
    }
  });

  it.each([
    [{ code: "digest_mismatch", who: "depositor" }, "You or the depositor"],
    [{ code: "disk_full", who: "operator" }, "Operator"],
    [{ code: "not_known_yet", who: "nobody" }, "Nobody"],
    [{ code: "constructor_of", who: "operator" }, "Operator"],
  ] as const)("%j: who acts", (fault, who) => {
    expect(advise(fault).who).toBe(who);
  });
});

describe("what happened at a source, and what is advised on the page", () => {
  const ASK = /^Ask the people who run the source why it refuses/;
  const ALLOW = /^Waybill may not fetch from this address/;
  const ADDRESS = /^Put the file where the address points/;
  it.each([
    ["it answered 401", judgeStatus(401), ASK],
    ["it answered 403", judgeStatus(403), ASK],
    ["it answered 407", judgeStatus(407), ASK],
    ["it answered 451", judgeStatus(451), ASK],
    ["it answered 400", judgeStatus(400), ASK],
    ["it answered 404", judgeStatus(404), ADDRESS],
    ["it answered 410", judgeStatus(410), ADDRESS],
    ["it answered 429", judgeStatus(429), /^Check that the source answers/],
    ["it answered 500", judgeStatus(500), /^Check that the source answers/],
    ["its host is not known", judgeCause("ENOTFOUND"), /^Check that the source answers/],
    ["its certificate has expired", judgeCause("CERT_HAS_EXPIRED"), /^Check that the source answers/],
    ["a file that may not be read", judgeFile("EACCES"), ASK],
    ["a file that is not there", judgeFile("ENOENT"), ADDRESS],
    ["an address within this network", FINDINGS.refusedAddress, ALLOW],
    ["an address that is none", FINDINGS.unreadable, ADDRESS],
    ["more than is taken", FINDINGS.tooLarge, /^Give the file's size in the manifest/],
    ["an encoding nobody asked for", FINDINGS.refusedEncoding, ASK],
    ["redirects without end", FINDINGS.redirects, /^Give the address the redirects end at/],
    ["silence", FINDINGS.silence, /^The source was too slow/],
    ["an answer that broke off", FINDINGS.brokenOff, /^The source disconnected/],
    ["another size", FINDINGS.wrongSize, /^Correct the size/],
    ["another digest", FINDINGS.wrongDigest, /^Correct the digest/],
  ])("%s", (_, verdict, act) => {
    expect(adviceOf(verdict?.code ?? "internal")).toMatch(act);
  });
});
