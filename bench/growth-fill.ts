import type pg from "pg";
import { readCatalog } from "../scripts/db/catalog.ts";
import { connect } from "../scripts/db/connect.ts";
import { BESIDE, deposits, ledgerBatches, PLACES } from "../tests/plans/fill.ts";

/** The collection whose rows are few among the many, with a lane of its own. */
export const DESK = "desk";
/** A batch of 100,000 jobs of it, half of which wait for space. */
export const LARGE = "bid-large";
/** Jobs of it that are due. */
export const DUE = 2_000;

const LARGE_JOBS = 100_000;

/** What is there from the start: the present work, which costs what it costs however much has ended before. */
const PRESENT = `
  ${PLACES}
  INSERT INTO lane (id, service_id, next_seq) VALUES ('${DESK}', '${DESK}', 1000);
  INSERT INTO collection (id, slug, name, lane_id) VALUES ('${DESK}', '${DESK}', '${DESK}', '${DESK}');
  INSERT INTO profile_version (id, collection_id, version, settings, created_by) VALUES ('${DESK}', '${DESK}', 1, '{}', 'x');
  ${ledgerBatches({ from: 9_000_001, count: 100_000, hasEnded: false })}
  ${deskBatch(LARGE, 1)}
  ${deskBatch("bid-due", 2)}
  ${deskBatch("bid-failed", 3)}
  ${deskJobs(LARGE, LARGE_JOBS / 2, { first: 1, state: "Completed", more: "now(), NULL, false" })}
  ${deskJobs(LARGE, LARGE_JOBS / 2, { first: LARGE_JOBS / 2 + 1, state: "Provisioning", more: "NULL, now() + interval '1 day', true" })}
  UPDATE job SET wait_code = 'working_storage_full', wait_reason = 'x', turn_at = now() - interval '1 day' WHERE asleep;
  ${deskJobs("bid-due", DUE, { first: 1, state: "Pending", more: "NULL, now(), false" })}
  ${deskJobs("bid-failed", 100, { first: 1, state: "Failed", more: "now(), NULL, false" })}
  INSERT INTO event (kind, batch_id, job_id, actor) SELECT 'job.accepted', batch_id, id, 'x' FROM job WHERE batch_id = 'bid-failed'`;

function deskBatch(id: string, seq: number): string {
  return `
  INSERT INTO batch (id, collection_id, profile_version_id, lane_id, lane_seq, state, submitted, submission_status, submitter,
      kind, deposit, payload_filename, payload_size, payload_sha256, expanded_at)
    VALUES ('${id}', '${DESK}', '${DESK}', '${DESK}', ${seq}, 'Processing', true, 'Pending', 'x', 'ManifestOfFiles', '{}',
      'desk.checkm', 1, repeat('0', 64), now());`;
}

type Jobs = { readonly first: number; readonly state: string; readonly more: string };

/** `more`: ended_at, due_at, asleep. */
function deskJobs(batchId: string, count: number, { first, state, more }: Jobs): string {
  return `
  INSERT INTO job (id, batch_id, ordinal, state, payload, filename, priority, submitter, local_ids, ended_at, due_at, asleep)
    SELECT 'jid-' || md5('${batchId}' || n)::uuid, '${batchId}', n, '${state}', 'file', 'desk ' || n, 50, 'x', '{}', ${more}
    FROM generate_series(${first}, ${first + count - 1}) AS n;`;
}

/** Fills an empty database with the present work. */
export async function fillPresent(url: string): Promise<void> {
  await run(url, PRESENT);
}

/** How much has ended. Events are spread evenly over the jobs. */
export type Past = { readonly jobs: number; readonly events: number };

/** Jobs a deposit has. */
const EACH = 2;
/** Deposits that are inserted by one statement. */
const STEP = 100_000;

/**
 * Adds what has ended: deposits with their jobs, files, objects, mails and events. Indexes are taken away meanwhile and put
 * back as they were, which is compared.
 */
export async function fillPast(url: string, { jobs, events }: Past): Promise<void> {
  const before = await readCatalog(url);
  const client = await connect(url);
  try {
    await client.query("SET session_replication_role = replica");
    const indexes = await takeIndexes(client);
    const batches = Math.ceil(jobs / EACH);
    for (let from = 1; from <= batches; from += STEP) {
      const count = Math.min(STEP, batches - from + 1);
      await client.query(deposits({ from, count, state: "Completed", jobs: EACH, jobState: "Completed" }));
    }
    await addEvents(client, events);
    await client.query(BESIDE);
    await client.query("SET maintenance_work_mem = '1GB'");
    for (const index of indexes) await client.query(index);
  } finally {
    await client.end();
  }
  if (JSON.stringify(await readCatalog(url)) !== JSON.stringify(before))
    throw new Error("the fill has left the database with other indexes");
}

/** Removes all indexes that are no constraints. @returns the statements that make them again */
async function takeIndexes(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition
     FROM pg_index JOIN pg_class ON pg_class.oid = indrelid
     WHERE relnamespace = 'public'::regnamespace AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid)
       AND relname IN ('batch', 'job', 'event', 'job_text', 'batch_text', 'stored_object', 'local_id', 'object_file', 'outbox')`,
  );
  for (const { name } of rows) await client.query(`DROP INDEX ${name}`);
  return rows.map(({ definition }) => definition);
}

/** Moves of the jobs, until there are so many events. */
async function addEvents(client: pg.Client, most: number): Promise<void> {
  const { rows } = await client.query<{ events: number; jobs: number }>(
    "SELECT (SELECT count(*)::int FROM event) AS events, (SELECT count(*)::int FROM job WHERE state = 'Completed') AS jobs",
  );
  const [{ events, jobs } = { events: 0, jobs: 1 }] = rows;
  const each = Math.max(0, Math.round((most - events) / jobs));
  for (let time = 0; time < each; time += 1)
    await client.query(
      `INSERT INTO event (kind, batch_id, job_id, collection_id, "from", "to", actor)
       SELECT 'job.moved', job.batch_id, job.id, batch.collection_id, 'Pending', 'Estimating', 'Waybill'
       FROM job JOIN batch ON batch.id = job.batch_id WHERE job.state = 'Completed'`,
    );
}

async function run(url: string, statements: string): Promise<void> {
  const client = await connect(url);
  try {
    await client.query(statements);
  } finally {
    await client.end();
  }
}
