import { BURST_TASKS, QUIET_TASKS } from "./fill-tasks.ts";

/** Lanes of a ledger (`lane-1` ...) and of the repository (`shelf-1` ...), each with a collection of the same name. */
const LANES = 500;
/** A silent profile: its batches end without a report. */
const SILENT = `'{"notifySuppression": "all"}'`;

/** The lanes and collections. */
export const PLACES = `
  INSERT INTO lane (id, service_id, backend, ledger, next_seq)
    SELECT 'lane-' || n, 'lane-' || n, 'sawtooth'::lane_backend, 'main', 1000000 FROM generate_series(1, ${LANES}) AS n
    UNION ALL SELECT 'shelf-' || n, 'shelf-' || n, 'repository', NULL, 1000000 FROM generate_series(1, ${LANES}) AS n;
  INSERT INTO collection (id, slug, name, lane_id) SELECT id, id, id, id FROM lane WHERE id ~ '^(lane|shelf)-';
  INSERT INTO profile_version (id, collection_id, version, settings, created_by)
    SELECT id, id, 1, ${SILENT}, 'x' FROM collection WHERE id ~ '^(lane|shelf)-';`;

/** What is there when the statistics are made: everything has ended, as on a quiet day. */
export const QUIET = `
  ${PLACES}
  ${ledgerBatches({ from: 1, count: 1_000, hasEnded: true })}
  ${deposits({ from: 1, count: 1_000, state: "Completed", jobs: 2, jobState: "Completed" })}
  ${QUIET_TASKS}
  INSERT INTO audit (actor, via, action, target) SELECT 'x', 'session', 'batch.delete', 'x' || n FROM generate_series(1, 1000) AS n;
  ANALYZE`;

/** What triggers write beside the rows, which do not act while references are unchecked. */
export const BESIDE = `
  INSERT INTO batch_text SELECT id, text_of_batch(batch) FROM batch ON CONFLICT DO NOTHING;
  INSERT INTO job_text SELECT id, text_of_job(job) FROM job ON CONFLICT DO NOTHING;`;

/** Everything accepted has its position, ten by each beat. */
const ORDERED = `
  INSERT INTO sequenced (kind, item_id, lane_id, lane_seq, sha256, at)
    SELECT 'batch', id, lane_id, lane_seq, payload_sha256, created_at FROM batch ON CONFLICT DO NOTHING;
  UPDATE sequenced SET position = numbered.position
    FROM (SELECT id, row_number() OVER (ORDER BY id) AS position FROM sequenced) AS numbered
    WHERE sequenced.id = numbered.id;
  INSERT INTO sequencer_epoch (seq, writer, incarnation, term, at, first, last, items_hash, previous_hash, hash, signer, signature)
    SELECT position, 'x', 'x', 1, now(), position, position + 9, '', '', '', 'x', 'x' FROM sequenced WHERE position % 10 = 1;
  UPDATE sequencer_latest SET seq = 1000000, at = now(), position = (SELECT max(position) FROM sequenced);`;

/** The jobs at Provisioning found no room a moment ago; their turns are before those of all others. */
const WAIT_FOR_SPACE = `
  UPDATE job SET wait_code = 'working_storage_full', wait_reason = 'x', due_at = now() + interval '1 hour', asleep = true,
    turn_at = now() - interval '1 day' WHERE state = 'Provisioning';`;

/** What comes then, before anything is counted anew: a long history, and a burst that waits in every lane. */
export const BURST = `
  ${ledgerBatches({ from: 1_001, count: 20_000, hasEnded: true })}
  ${ledgerBatches({ from: 100_001, count: 15_000, hasEnded: false })}
  ${deposits({ from: 1_001, count: 10_000, state: "Completed", jobs: 2, jobState: "Completed" })}
  ${deposits({ from: 100_001, count: 2_000, state: "Processing", jobs: 5, jobState: "Pending" })}
  ${deposits({ from: 200_001, count: 2_000, state: "Failed", jobs: 1, jobState: "Failed" })}
  ${deposits({ from: 300_001, count: 5_000, state: "Pending", jobs: 0, jobState: "Pending" })}
  ${deposits({ from: 400_001, count: 5, state: "Processing", jobs: 10_000, jobState: "Provisioning" })}
  ${WAIT_FOR_SPACE}
  INSERT INTO outbox (id, kind, subject, payload, due_at)
    SELECT kind || n, kind, n, '{"subject": "x", "to": [], "receiver": "x"}', now()
    FROM generate_series(1, 5000) AS n, (VALUES ('mail'), ('callback')) AS kinds (kind);
  INSERT INTO check_run (id, requested_by, ended_at) SELECT n, 'x', now() FROM generate_series(1, 5000) AS n;
  UPDATE batch SET due_at = now() WHERE state = 'Failed';
  UPDATE lane SET due_at = now();
  ${BURST_TASKS}
  ${BESIDE}
  ${ORDERED}`;

type Rows = { readonly from: number; readonly count: number };

/** Batches for a ledger, spread over the lanes: as they ended, or as they wait. */
export function ledgerBatches({ from, count, hasEnded }: Rows & { readonly hasEnded: boolean }): string {
  const each = `FROM generate_series(${from}, ${from + count - 1}) AS n`;
  const lane = `'lane-' || (1 + n % ${LANES})`;
  const batch = `'bid-' || md5('ledger ' || n)::uuid`;
  const ended = hasEnded
    ? `'Completed'::batch_state, true, 'Committed'::submission_status, clock_timestamp()`
    : `'Pending'::batch_state, false, NULL::submission_status, NULL::timestamptz`;
  return `
  INSERT INTO batch (id, collection_id, profile_version_id, lane_id, lane_seq, state, submitted, submission_status,
      ended_at, submitter, kind, deposit, payload_filename, payload_size, payload_sha256, created_at)
    SELECT ${batch}, ${lane}, ${lane}, ${lane}, n, ${ended}, 'x', 'LedgerBatch', '{}', 'a.batch', 1, repeat('0', 64),
      timestamptz '2026-01-01' + n * interval '1 second' ${each};
  INSERT INTO ledger_batch (batch_id, lane_id, ledger_id, body, signer_public_key, transaction_ids, families)
    SELECT ${batch}, ${lane}, md5('ledger ' || n), 'x', '', '{}', '{}' ${each};
  ${events({ batch, job: "NULL", collection: lane, kind: "batch.submission" }, each)}
  ${hasEnded ? attempts(batch, lane, each) : ""}`;
}

function attempts(batch: string, lane: string, each: string): string {
  return `
  INSERT INTO attempt (lane_id, batch_id, fence, instance, deadline_at, settles_at, answered_at, outcome)
    SELECT ${lane}, ${batch}, 1, 'x', now(), now(), now(), 'accepted' ${each};`;
}

type Of = Readonly<Record<"batch" | "job" | "collection" | "kind", string>>;

function events({ batch, job, collection, kind }: Of, each: string): string {
  return `
  INSERT INTO event (kind, batch_id, job_id, collection_id, "from", "to", actor)
    SELECT '${kind}', ${batch}, ${job}, ${collection}, 'a', 'b', 'x' ${each};`;
}

type Deposits = Rows & { readonly state: string; readonly jobs: number; readonly jobState: string };

/** Deposits of files with their jobs, all due but behind whatever comes with an earlier turn, and what ended jobs leave. */
export function deposits({ from, count, state, jobs, jobState }: Deposits): string {
  const batches = `FROM generate_series(${from}, ${from + count - 1}) AS n`;
  const each = `${batches}, generate_series(1, ${jobs}) AS place`;
  const shelf = `'shelf-' || (1 + n % ${LANES})`;
  const batch = `'bid-' || md5('deposit ' || n)::uuid`;
  const job = `'jid-' || md5('job ' || n || ' ' || place)::uuid`;
  const name = `md5('job ' || n || ' ' || place)`;
  const hasEnded = jobState === "Completed" || jobState === "Failed";
  const isUnbegun = state === "Pending";
  return `
  INSERT INTO batch (id, collection_id, profile_version_id, lane_id, lane_seq, state, submitted, submission_status,
      submitter, kind, deposit, payload_filename, payload_size, payload_sha256, created_at, expanded_at, ended_at, has_jobs)
    SELECT ${batch}, ${shelf}, ${shelf}, ${shelf}, n, '${state}'::batch_state, ${!isUnbegun},
      ${isUnbegun ? "NULL" : "'Committed'::submission_status"}, 'x', 'ManifestOfFiles', '{}', 'a.checkm', 1, repeat('0', 64),
      timestamptz '2026-01-01' + n * interval '1 second', ${isUnbegun ? "NULL" : "now()"}, ${hasEnded ? "now()" : "NULL"}, ${jobs > 0} ${batches};
  ${events({ batch, job: "NULL", collection: shelf, kind: "batch.moved" }, batches)}
  INSERT INTO job (id, batch_id, collection_id, ordinal, state, state_at, payload, filename, priority, submitter, local_ids, ark, created_at,
      ended_at, due_at, turn_at, working_directory, space_reserved, folders_until)
    SELECT ${job}, ${batch}, ${shelf}, place, '${jobState}'::job_state, timestamptz '2026-01-01' + n * interval '1 second', 'file', 'x', 50, 'x',
      ARRAY[${name}], ${jobState === "Completed" ? `'ark:/99999/' || ${name}` : "NULL"},
      timestamptz '2026-01-01' + n * interval '1 second',
      ${hasEnded ? "now(), NULL" : "NULL, now()"}, now() + interval '1 day',
      ${jobState === "Failed" ? `'jobs/' || ${name}, 1, now() + interval '1 day'` : "NULL, 0, NULL"} ${each};
  INSERT INTO job_file (job_id, ordinal, name, declared_size, verified_at, sha256, size)
    SELECT ${job}, 1, 'x', 1, ${jobState === "Completed" ? `now(), repeat('0', 64), 1` : "NULL, NULL, NULL"} ${each};
  ${events({ batch, job, collection: shelf, kind: "job.moved" }, each)}
  ${jobState === "Completed" ? stored({ job, batch, name, shelf, each }) : ""}`;
}

type Stored = {
  readonly job: string;
  readonly batch: string;
  readonly name: string;
  readonly shelf: string;
  readonly each: string;
};

/** What a job leaves: its object with a file, its kept step, and its mail. */
function stored({ job, batch, name, shelf, each }: Stored): string {
  return `
  INSERT INTO stored_object (id, ark, owner, collection_id, version, updated_at)
    SELECT ${name}, 'ark:/99999/' || ${name}, ${shelf}, ${shelf}, 1, timestamptz '2026-01-01' + n * interval '1 second' ${each};
  INSERT INTO local_id (owner, local_id, object_id) SELECT ${shelf}, ${name}, ${name} ${each};
  INSERT INTO object_version (id, object_id, version, job_id, batch_id, file_count, size_bytes, inventory_sha256, submitter)
    SELECT ${name}, ${name}, 1, ${job}, ${batch}, 1, 1, repeat('0', 64), 'x' ${each};
  INSERT INTO object_file (version_id, ordinal, path, size, sha256, content_path)
    SELECT ${name}, 1, 'producer/x', 1, ${name}, 'x' ${each};
  INSERT INTO minted_ark (job_id, ark) SELECT ${job}, 'ark:/99999/' || ${name} ${each};
  INSERT INTO step_result (owner_id, step, result, fence) SELECT ${job}, 'store', '{}', 1 ${each};
  INSERT INTO outbox (id, kind, subject, batch_id, payload, status, created_at)
    SELECT ${name}, 'mail', ${name}, ${batch}, '{"subject": "x", "to": []}', 'Sent', timestamptz '2026-01-01' + n * interval '1 second' ${each};`;
}
