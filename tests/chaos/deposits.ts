import { randomUUID } from "node:crypto";
import path from "node:path";
import { validateStorageRoot } from "../../adapters/storage/ocfl/validate.ts";
import { storePayload } from "../../adapters/upload/store-payload.ts";
import { ProfileSettings } from "../../core/contracts/profile.ts";
import { submitBatch } from "../../operations/batch/submit.ts";
import type { World } from "./world.ts";

/** The slug of their collection. */
export const DEPOSITS = "chaos";

/** Makes the collection of the deposits and hands some in. */
export async function fillRepository(world: World, count: number): Promise<void> {
  const { ctx } = world;
  const laneId = randomUUID();
  await ctx.db.lane.create({ data: { id: laneId, serviceId: DEPOSITS } });
  const settings = ProfileSettings.parse({ notifySuppression: "all" });
  const profile = { id: randomUUID(), version: 1, settings, createdBy: DEPOSITS };
  await ctx.db.collection.create({
    data: { id: laneId, slug: DEPOSITS, name: DEPOSITS, laneId, profiles: { create: profile } },
  });
  for (let made = 0; made < count; made += 1) await submitDeposit(world);
}

/** Hands in one more deposit, of one file. It counts once it is acknowledged. */
export async function submitDeposit({ ctx, tally }: World): Promise<void> {
  tally.depositsAttempted += 1;
  const number = tally.depositsAttempted;
  const rules = { folder: ctx.env.WORKING_STORAGE, maxBytes: ctx.env.UPLOAD_MAX_BYTES };
  const filename = `${number}.txt`;
  const fields = { collection: DEPOSITS, filename, type: "file" };
  const receive = async () => ({ ...(await storePayload(bytesOf(number), rules)), fields, filename });
  await submitBatch(ctx, { receive, idempotencyKey: `chaos-${number}`, userAgent: "chaos" });
  tally.deposits += 1;
}

async function* bytesOf(number: number): AsyncGenerator<Uint8Array> {
  yield Buffer.from(`deposit ${number}\n`.repeat(100));
}

/** What became of the deposits. All but `jobs` and `completed` must be 0. */
export type JobFigures = {
  readonly jobs: number;
  readonly completed: number;
  readonly lost: number;
  readonly movedTwice: number;
  readonly arksTwice: number;
  readonly versionsTwice: number;
  readonly reportsTwice: number;
  readonly storageErrors: number;
};

/** Looks at the rows and at every stored object. */
export async function judgeJobs({ ctx: { db, env }, tally }: World): Promise<JobFigures> {
  const [row] = await db.$queryRaw<Omit<JobFigures, "storageErrors" | "lost">[]>`
    WITH mine AS (
      SELECT job.id, job.state, job.batch_id FROM job JOIN batch ON batch.id = job.batch_id
      JOIN collection ON collection.id = batch.collection_id WHERE collection.slug = ${DEPOSITS}
    )
    SELECT (SELECT count(*)::int FROM mine) AS jobs,
      (SELECT count(*)::int FROM mine WHERE state = 'Completed') AS completed,
      (SELECT count(*)::int FROM (SELECT FROM event WHERE kind = 'job.moved' AND job_id IN (SELECT id FROM mine)
        GROUP BY job_id, "from", "to" HAVING count(*) > 1) AS twice) AS "movedTwice",
      (SELECT count(*)::int FROM (SELECT FROM minted_ark WHERE job_id IN (SELECT id FROM mine)
        GROUP BY job_id HAVING count(*) > 1) AS twice) AS "arksTwice",
      (SELECT count(*)::int FROM (SELECT FROM object_version WHERE batch_id IN (SELECT batch_id FROM mine)
        GROUP BY object_id HAVING count(*) > 1) AS twice) AS "versionsTwice",
      (SELECT count(*)::int FROM (SELECT FROM report WHERE batch_id IN (SELECT batch_id FROM mine)
        GROUP BY batch_id HAVING count(*) > 1) AS twice) AS "reportsTwice"`;
  if (!row) throw new Error("the database answered nothing");
  const findings = await validateStorageRoot(path.join(env.OBJECT_STORAGE, "ocfl"));
  const storageErrors = findings.filter(({ code }) => code.startsWith("E")).length;
  return { ...row, lost: Math.max(tally.deposits, row.jobs) - row.completed, storageErrors };
}
