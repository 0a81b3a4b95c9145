import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { getBatch } from "../../operations/batch/get.ts";
import { resumeJob } from "../../operations/job/resume.ts";
import { type Installation, makeInstallation } from "../pipeline/installation.ts";
import { objectManifest } from "../pipeline/manifests.ts";
import { type HostileSource, startSource } from "../servers/hostile-source.ts";
import { type DueWork, openDueWork } from "./due-work.ts";

/** Scenarios of mrt-ingest's ServiceDriverIT that are about the whole service; the others stand beside what they are about. */

let source: HostileSource;
let installation: Installation;
let work: DueWork;

beforeAll(async () => {
  source = await startSource();
  installation = await makeInstallation({ settings: { privateSources: [source.host] } });
  work = await openDueWork(installation.workerEnv);
});
afterAll(async () => {
  await work.close();
  await installation.end();
  await source.close();
});

// There the job is set to Estimating by hand and its batch stays as it is; here it is resumed where it stood, the file it
// has is not fetched again, and its batch is reported again by itself.
it("S6 a source that is down fails the job; when it is back the job is resumed and completes", async () => {
  const { ctx } = installation;
  const files = ["kept.txt", "missing.txt"].map((name) => ({
    url: source.url(`/s6/${name}`),
    name,
    sha256: createHash("sha256").update(name).digest("hex"),
  }));
  source.serve("/s6/kept.txt", { kind: "file", body: "kept.txt" });
  const batchId = await installation.deposit(objectManifest(files), { filename: "s6.checkm" });
  await work.all();
  expect(await getBatch(ctx, batchId)).toMatchObject({ state: "Failed", jobs: { Failed: 1 } });
  const [job] = await ctx.db.job.findMany({ where: { batchId } });
  expect(job).toMatchObject({ errorCode: "source_not_found", lastSuccessfulState: "Estimating" });

  source.serve("/s6/missing.txt", { kind: "file", body: "missing.txt" });
  const asked = source.requests.filter(({ path }) => path === "/s6/kept.txt").length;
  await resumeJob(ctx, { jobId: job?.id ?? "", reason: "The source is back." });
  await work.all();
  expect(await getBatch(ctx, batchId)).toMatchObject({
    state: "Completed",
    jobs: { Completed: 1 },
    reports: [{ number: 1 }, { number: 2 }],
  });
  expect(await ctx.db.job.findUniqueOrThrow({ where: { id: job?.id ?? "" } })).toMatchObject({
    retryCount: 1,
  });
  expect(source.requests.filter(({ path }) => path === "/s6/kept.txt")).toHaveLength(asked);
});
