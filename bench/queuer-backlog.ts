import type { Db } from "../prisma/client.ts";

const COLLECTION = "bench";

/** Fills an empty database with lanes of a ledger and open batches in them, equally many each; every lane is locked by a Pending head. */
export async function fillBacklog(
  db: Db,
  { lanes, batches }: { readonly lanes: number; readonly batches: number },
): Promise<void> {
  const perLane = batches / lanes;
  // the client's own limit is for statements of the product
  await db.$executeRawUnsafe("SET statement_timeout = 0");
  await db.$executeRaw`
    INSERT INTO lane (id, service_id, backend, ledger, next_seq)
    SELECT 'lane-' || n, 'lane-' || n, 'sawtooth', 'main', ${perLane + 1} FROM generate_series(1, ${lanes}::int) AS n`;
  await db.collection.create({
    data: {
      id: COLLECTION,
      slug: COLLECTION,
      name: COLLECTION,
      laneId: "lane-1",
      profiles: { create: { id: COLLECTION, version: 1, settings: {}, createdBy: "bench" } },
    },
  });
  // as they come in over time: neighbours on disk are of different lanes
  await db.$executeRaw`
    INSERT INTO batch (id, collection_id, profile_version_id, lane_id, lane_seq, state, submitted, submission_status,
      next_check_at, submitter, kind, deposit, payload_filename, payload_size, payload_sha256)
    SELECT 'bid-' || gen_random_uuid(), ${COLLECTION}, ${COLLECTION}, 'lane-' || lane, seq,
      (CASE WHEN seq = 1 THEN 'Processing' ELSE 'Pending' END)::batch_state, seq = 1,
      (CASE WHEN seq = 1 THEN 'Pending' END)::submission_status,
      CASE WHEN seq = 1 THEN now() + interval '1 day' END,
      'bench', 'LedgerBatch', '{}', 'a.batch', 1000, repeat('0', 64)
    FROM generate_series(1, ${perLane}::int) AS seq, generate_series(1, ${lanes}::int) AS lane`;
  await tidy(db);
}

/** Lets the heads of so many lanes, spread over all of them, go next; those lanes are due now, the others later. */
export async function letMove(db: Db, moving: number): Promise<void> {
  await db.$executeRaw`
    WITH going AS (
      SELECT id FROM lane ORDER BY sha256(convert_to(id, 'UTF8')) LIMIT ${moving}
    ), freed AS (
      UPDATE batch SET submitted = false, submission_status = NULL, state = 'Pending', next_check_at = NULL
      FROM going WHERE lane_id = going.id AND lane_seq = 1
    )
    UPDATE lane SET due_at = clock_timestamp()
      + CASE WHEN lane.id IN (SELECT id FROM going) THEN interval '0' ELSE interval '1 day' END`;
  await tidy(db);
}

/** What autovacuum does in time. */
async function tidy(db: Db): Promise<void> {
  await db.$executeRawUnsafe("VACUUM ANALYZE");
}
