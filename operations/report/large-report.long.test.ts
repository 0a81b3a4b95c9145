import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { renderReport } from "../../adapters/mail/render-report.tsx";
import { csv } from "../../adapters/report/csv.ts";
import { batchScene, reportContext } from "../../tests/factories/report-scene.ts";
import type { Context } from "../context.ts";
import { insertReport } from "./insert.ts";
import { prepareReport } from "./prepare.ts";

const JOBS = 100_000;
const MB = 1_000_000;
/** Aim: 100 MB. The rest is garbage that has not been collected yet on a busy machine. */
const MOST_BYTES = 200 * MB;

let ctx: Context;
let end: () => Promise<void>;

beforeAll(async () => {
  ({ ctx, end } = await reportContext());
});

afterAll(() => end());

/** The most memory the process used above where it started, sampled every 10 ms while `work` ran. */
async function peakOf<Result>(
  work: () => Promise<Result>,
): Promise<{ result: Result; bytes: number; ms: number }> {
  const start = process.memoryUsage.rss();
  let peak = start;
  const timer = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 10);
  const from = performance.now();
  try {
    const result = await work();
    return { result, bytes: peak - start, ms: Math.round(performance.now() - from) };
  } finally {
    clearInterval(timer);
  }
}

async function fill(batchId: string): Promise<void> {
  await ctx.db.$executeRaw`
    INSERT INTO job (id, batch_id, ordinal, state, payload, filename, priority, submitter, local_ids, ark, title,
      error_code, error_message, ended_at)
    SELECT 'jid-' || gen_random_uuid(), ${batchId}, n, (CASE WHEN n % 10 = 0 THEN 'Failed' ELSE 'Completed' END)::job_state,
      'file', 'volume-' || (n / 500) || '/page-' || n || '.tif', 5, 'Ada', ARRAY['local-' || n],
      CASE WHEN n % 10 = 0 THEN NULL ELSE 'ark:/99999/fk4' || substr(md5(n::text), 1, 10) END, 'Page ' || n,
      CASE WHEN n % 10 = 0 THEN 'source_not_found' END,
      CASE WHEN n % 10 = 0 THEN 'The source https://files.example.org/page-' || n || '.tif has no such file (404).' END,
      clock_timestamp()
    FROM generate_series(1, ${JOBS}) AS n`;
}

test("a report of 100,000 jobs is made in flat memory and tells them all", { timeout: 300_000 }, async () => {
  const small = await batchScene(ctx.db, { jobs: [{ state: "Completed" }] });
  await prepareReport(ctx, { renderReport, csv }, { batchId: small.batchId, kind: "full" });
  const { batchId } = await batchScene(ctx.db, { jobs: [] });
  await fill(batchId);

  const prepared = await peakOf(() => prepareReport(ctx, { renderReport, csv }, { batchId, kind: "full" }));
  const report = prepared.result;
  if (report?.kind !== "new") throw new Error("there is no report");
  const inserted = await peakOf(() =>
    ctx.db.$transaction((tx) => insertReport(tx, report), { timeout: 120_000, maxWait: 120_000 }),
  );

  const sizes = report.attachments.map(
    ({ filename, size, gzip }) => `${filename} ${size} B, gzip ${gzip.length} B`,
  );
  const say = (bytes: number, ms: number) => `${Math.round(bytes / MB)} MB and ${ms} ms`;
  console.log(
    `report of ${JOBS} jobs: preparing took ${say(prepared.bytes, prepared.ms)}, writing ${say(inserted.bytes, inserted.ms)}; ${sizes.join("; ")}; attached as ${report.facts.attachAs}`,
  );
  expect(prepared.bytes + inserted.bytes).toBeLessThan(MOST_BYTES);
  expect(report.facts).toMatchObject({
    told: JOBS,
    jobs: { completed: 90_000, failed: 10_000 },
    attachAs: "gzip",
  });
  expect(report.facts.listed).toHaveLength(20);
  const [completed, failed, table] = report.attachments.map(({ gzip }) => gunzipSync(gzip).toString());
  expect(JSON.parse(completed ?? "").completedJobs).toHaveLength(90_000);
  expect(JSON.parse(failed ?? "").failedJobs).toHaveLength(10_000);
  expect(table?.split("\r\n")).toHaveLength(JOBS + 2);
  expect(await ctx.db.job.count({ where: { batchId, reportedOutcome: null } })).toBe(0);
});
