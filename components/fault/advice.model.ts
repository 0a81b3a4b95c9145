import type { FaultView } from "../../core/contracts/views.ts";
import type { ErrorCode } from "../../core/errors.ts";

const SOURCE = "Once the source is fixed, resume the job: verified files are not fetched again.";

/** What to do about an error that ended a job or batch, where there is more to say than who acts. */
const ADVICE: Partial<Record<ErrorCode, string>> = {
  manifest_invalid: "Correct the lines named below and deposit the manifest again.",
  batch_list_invalid: "Correct the batches named below, sign them again, and send the list again.",
  unknown_lane: "Check the lane's service id, or ask an operator to create the lane.",
  not_a_ledger_lane: "Send the batches to a lane that ends at a ledger.",
  signed_batches_only: "Choose another collection, or send a signed batch to the lane's own address.",
  payload_damaged: "Deposit the file again from a good copy; what arrived cannot be used.",
  payload_digest_mismatch:
    "Deposit the file again from a good copy, or correct the digest that was given with it.",
  payload_size_mismatch:
    "Deposit the file again from a good copy, or correct the size that was given with it.",
  empty_payload: "Deposit a file that is not empty.",
  container_invalid:
    "Recreate the container without the entries named below and deposit it. If it came from an address, put it there and resume the job.",
  container_too_large: "Split the container into several, or list the files in a manifest.",
  container_unsupported: "Recreate the container as a zip, a tar or a tar in gzip, and deposit it.",
  container_manifest_invalid:
    "Correct mrt-manifest.txt or the files it names, recreate the container, and deposit it.",
  bag_invalid: "Fix the files named below and upload the bag again.",
  source_not_found: `Put the file where the address points, or deposit a manifest with the right address. ${SOURCE}`,
  source_refused: `Ask the people who run the source why it refuses. ${SOURCE}`,
  source_forbidden:
    "Waybill may not fetch from this address. An operator can allow it in the collection's settings or the server's; then resume the job.",
  source_too_large:
    "Give the file's size in the manifest and deposit it again, or ask an operator for a higher limit and resume the job.",
  source_unreachable: `Check that the source answers from outside its own network. ${SOURCE}`,
  source_timeout: `The source was too slow. ${SOURCE}`,
  source_redirects: "Give the address the redirects end at, and deposit the manifest again.",
  source_closed_early: `The source disconnected while sending. ${SOURCE}`,
  size_mismatch: `Correct the size in the manifest and deposit it again, or put the right file at the source. ${SOURCE}`,
  digest_mismatch: `Correct the digest in the manifest and deposit it again, or put the right file at the source. ${SOURCE}`,
  name_refused: "Rename the file in the manifest and deposit it again.",
  local_id_conflict:
    "Correct the local identifier or leave the primary identifier out, and deposit it again.",
  bad_identifier: "Correct the identifier, or leave it out to get a new one, and deposit it again.",
  metadata_invalid: "Correct the metadata file at the lines named below and deposit it again.",
  embargo_invalid: "Correct mrt-embargo.txt and deposit it again.",
  delete_list_invalid: "Correct mrt-delete.txt at the lines named below and deposit the update again.",
  never_fits:
    "The job needs more working storage than there is in total. An operator enlarges it, then resumes the job.",
  disk_full: "The disk is full. An operator frees some space; waiting work then continues automatically.",
  storage_failed: "Waybill could not write to storage. An operator checks it, then resumes the job.",
  storage_verify_failed:
    "What was stored does not read back the same. An operator checks the disk before resuming the job.",
  storage_unavailable:
    "The storage does not answer. Waybill retries automatically. If it stays unreachable, an operator checks it.",
  storage_away:
    "An operator mounts the storage, or points Waybill to the right one. Waiting work then continues automatically; repeat uploads that were refused.",
  storage_not_configured:
    "An operator gives Waybill the settings of the storage and restarts it. The job then continues automatically.",
  ledger_invalid: "Correct what the ledger names, sign the batch again, and send it as a new one.",
  ledger_rejected: "Correct what the ledger names, sign the batch again, and send it as a new one.",
  skipped: "An operator took it out of its lane for the reason given. Ask them before you send it again.",
  not_holdable: "Hold its batch or collection to stop what has not begun; what has begun goes on.",
  collection_held: "Release the collection's hold; what only that has stopped goes on by itself.",
  batch_held: "Release the batch; the jobs its hold has stopped go on by themselves.",
  may_still_apply:
    "Ask the ledger's owner first. If you skip it anyway, confirm that you know it may still be applied, and afterwards compare what the ledger applied with the order here.",
  intake_held: "Release the hold on the whole intake; what waits for it goes on by itself.",
  batch_final: "Once its lane is done with a batch, it cannot be changed.",
  batch_under_way: "Wait until the call or the jobs have ended, then decide again.",
  not_unknown:
    "Ask the ledger first; only a batch nobody can tell about can be sent again or resolved by hand.",
  nothing_to_ask: "The lane has no batch that its ledger may have.",
  service_id_invalid: "Give a slug, or for scabbard a circuit and service: 01234-ABCDE::gsAA.",
  unknown_ledger: "Name a connection listed in LEDGERS, or add it there and restart Waybill.",
  identifier_service_failed:
    "The identifier service rejects Waybill's requests. An operator checks its address, account and shoulder, then resumes the job.",
  ledger_unreachable:
    "Waybill asks the ledger again automatically. If it stays unreachable, an operator checks the ledger.",
  ledger_refused:
    "The ledger rejects Waybill's requests. An operator checks the lane's address and credentials, then resumes the lane.",
  address_sealed:
    "An operator sets AUTH_SECRET back to what it was and resumes the job. If it is lost, deposit the manifest again.",
  worker_killed: "The job crashed three workers. An operator checks the log before resuming it.",
  given_up: "Deposit what the report does not name again, in another manifest.",
  forced: "An operator stopped it for the reason given. Resume it once that is fixed, or delete it.",
  no_working_files: "Resume the job at Downloading: its files are fetched again.",
  internal: "Waybill hit an internal error. An operator can find it in the log by its time.",
};

const WHO = {
  depositor: {
    name: "You or the depositor",
    standard: "Fix the cause and deposit it again, or resume the job.",
  },
  operator: { name: "Operator", standard: "Find the cause, then resume the job." },
  nobody: { name: "Nobody", standard: "Waybill retries automatically." },
} as const satisfies Record<FaultView["who"], { readonly name: string; readonly standard: string }>;

/** Who acts, and what they do. */
export function advise(fault: Pick<FaultView, "code" | "who">): {
  readonly who: string;
  readonly act: string;
} {
  const { name, standard } = WHO[fault.who];
  return { who: name, act: (ADVICE as Partial<Record<string, string>>)[fault.code] ?? standard };
}
