import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { Env } from "../lib/env.ts";
import { requeueJobs } from "../operations/job/requeue.ts";
import { connect } from "../prisma/client.ts";
import { execute } from "../scripts/db/database.ts";
import { deploy } from "../scripts/db/deploy.ts";
import { startPostgres } from "../scripts/postgres/start.ts";
import { contextOn } from "../tests/factories/context-on.ts";
import { makeBatch } from "../tests/factories/make-batch.ts";
import { makeCollection } from "../tests/factories/make-collection.ts";
import { print } from "./figure.ts";
import { updateSeconds } from "./plain-rows.ts";

const JOBS = 10_000;

/** Running ten thousand failed jobs again by one request. */
export async function requeue(): Promise<void> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), "waybill-bench-requeue-"));
  const postgres = await startPostgres({ dataDir });
  await deploy(postgres.url);
  const db = connect(postgres.url, { max: 2, name: "bench" });
  const ctx = contextOn(db, Env.parse({ DATABASE_URL: postgres.url, AUTH_SECRET: "b".repeat(32) }));
  try {
    const batchId = await makeBatch(db, await makeCollection(db), "Failed");
    await execute(
      postgres.url,
      `INSERT INTO job (id, batch_id, ordinal, state, payload, filename, priority, submitter, error_code, last_successful_state)
        SELECT 'jid-' || gen_random_uuid(), '${batchId}', n, 'Failed', 'file', 'map.tif', 97, 'bench', 'source_not_found', 'Estimating'
        FROM generate_series(1, ${JOBS}) AS n`,
    );
    const begun = performance.now();
    const filter = { state: "Failed", batch: batchId } as const;
    const { requeued } = await requeueJobs(ctx, { filter, reason: "the source is back" });
    if (requeued !== JOBS) throw new Error(`Only ${requeued} jobs were requeued.`);
    const seconds = (performance.now() - begun) / 1000;
    print({
      name: `${JOBS} failed jobs requeued by one request`,
      value: seconds,
      unit: "s",
      aim: "<= 5",
      reference: {
        name: "one UPDATE of as many rows of a copy of the jobs table, without events",
        value: await updateSeconds(db, JOBS),
      },
    });
  } finally {
    await ctx.changes.flush();
    await db.$disconnect();
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
