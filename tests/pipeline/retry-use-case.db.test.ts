import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MailPayload } from "../../core/contracts/mail.ts";
import { sendUpdateReport } from "../../operations/batch/update-report.ts";
import { deleteJob } from "../../operations/job/delete.ts";
import { resumeJob } from "../../operations/job/resume.ts";
import { type HostileSource, startSource } from "../servers/hostile-source.ts";
import { type HandWorker, openHandWorker } from "./hand-worker.ts";
import { type Installation, makeInstallation } from "./installation.ts";
import { batchOfFiles } from "./manifests.ts";

/**
 * The use case "Failed Batch with Retry" of the queue states, line by line. Where a line says that the batch is in
 * Processing while its jobs run, and that a job is "Pending" until it has ended, it is taken by its word.
 */
type Told = { readonly batch: string; readonly jobs: readonly string[]; readonly mails: number };

const reason = "nobody has the file any more";

describe.each([
  ["by button", false],
  ["by itself", true],
] as const)("Failed Batch with Retry, the update report %s", (_, automaticUpdateReport) => {
  let installation: Installation;
  let source: HostileSource;
  let worker: HandWorker;

  beforeAll(async () => {
    source = await startSource();
    installation = await makeInstallation({
      settings: { privateSources: [source.host], automaticUpdateReport },
    });
    worker = await openHandWorker(installation);
  });

  afterAll(async () => {
    await worker.end();
    await installation.end();
    await source.close();
  });

  /** How batch and jobs stand, in the words of the use case, and how many mails there are. */
  async function told(batchId: string): Promise<Told> {
    const { db } = installation.ctx;
    const batch = await db.batch.findUniqueOrThrow({
      where: { id: batchId },
      include: { jobs: { orderBy: { ordinal: "asc" } } },
    });
    const mails = await db.outbox.count({ where: { batchId, kind: "mail" } });
    return { batch: batch.state, jobs: batch.jobs.map(({ state }) => state), mails };
  }

  async function movesOf(batchId: string): Promise<(string | null)[]> {
    const where = { batchId, kind: "batch.moved" };
    const events = await installation.ctx.db.event.findMany({ where, orderBy: { id: "asc" } });
    return events.map(({ to }) => to);
  }

  async function lastMail(batchId: string): Promise<MailPayload> {
    const where = { batchId, kind: "mail" };
    const mail = await installation.ctx.db.outbox.findFirstOrThrow({ where, orderBy: { createdAt: "desc" } });
    return MailPayload.parse(mail.payload);
  }

  /** "User submits manifest with 3 items" down to "Batch goes to Failed State"; the third item is not at its source. */
  async function failThird(
    name: string,
  ): Promise<{ batchId: string; jobs: readonly [string, string, string] }> {
    const paths = [1, 2, 3].map((place) => `/${name}/${place}`);
    for (const path of paths.slice(0, 2)) source.serve(path, { kind: "file", body: `bytes of ${path}` });
    const rows = paths.map((path, place) => ({ url: source.url(path), name: `item-${place + 1}.txt` }));
    // User submits manifest with 3 items
    const batchId = await installation.deposit(batchOfFiles(rows), { filename: `${name}.checkm` });
    // Batch downloads manifest and creates 3 jobs
    await worker.workAll("lane");
    await worker.work("batch", batchId);
    expect(await told(batchId)).toEqual({
      batch: "Processing",
      jobs: ["Pending", "Pending", "Pending"],
      mails: 0,
    });
    const made = await installation.ctx.db.job.findMany({ where: { batchId }, orderBy: { ordinal: "asc" } });
    const [one = "", two = "", three = ""] = made.map(({ id }) => id);
    // Job 2 completes
    await worker.work("job", two);
    expect(await told(batchId)).toEqual({
      batch: "Processing",
      jobs: ["Pending", "Completed", "Pending"],
      mails: 0,
    });
    // Job 3 fails
    await worker.work("job", three);
    expect(await told(batchId)).toEqual({
      batch: "Processing",
      jobs: ["Pending", "Completed", "Failed"],
      mails: 0,
    });
    // Job 1 completed
    await worker.work("job", one);
    expect(await told(batchId)).toEqual({
      batch: "Processing",
      jobs: ["Completed", "Completed", "Failed"],
      mails: 0,
    });
    // Batch goes to Reporting State; failed email sent to depositor; Batch goes to Failed State
    await worker.work("batch", batchId);
    expect(await told(batchId)).toEqual({
      batch: "Failed",
      jobs: ["Completed", "Completed", "Failed"],
      mails: 1,
    });
    expect(await movesOf(batchId)).toEqual(["Processing", "Reporting", "Failed"]);
    expect((await lastMail(batchId)).subject).toContain("FAIL");
    return { batchId, jobs: [one, two, three] };
  }

  /** "Batch set to UpdateReporting": by a person, or by itself once the worker looks. */
  async function report(batchId: string): Promise<void> {
    if (!automaticUpdateReport) {
      await worker.workAll("batch");
      expect((await told(batchId)).batch).toBe("Failed");
      expect(await sendUpdateReport(installation.ctx, { batchId })).toMatchObject({
        state: "UpdateReporting",
      });
    }
    await worker.workAll("batch");
  }

  it("ends Completed when the job is restarted and completes", async () => {
    const { batchId, jobs } = await failThird("restarted");
    source.serve("/restarted/3", { kind: "file", body: "found again" });
    // Job 3 restarted
    await resumeJob(installation.ctx, { jobId: jobs[2] });
    expect(await told(batchId)).toEqual({
      batch: "Failed",
      jobs: ["Completed", "Completed", "Downloading"],
      mails: 1,
    });
    // Job 3 completes: the batch is still Failed
    await worker.work("job", jobs[2]);
    expect(await told(batchId)).toEqual({
      batch: "Failed",
      jobs: ["Completed", "Completed", "Completed"],
      mails: 1,
    });
    // Batch set to UpdateReporting; email update to depositor to reflect change in Job 3 status
    await report(batchId);
    // Batch set to Complete: it ended when its last job did, not when that was told
    const last = await installation.ctx.db.job.findUniqueOrThrow({ where: { id: jobs[2] } });
    expect(await installation.ctx.db.batch.findUniqueOrThrow({ where: { id: batchId } })).toMatchObject({
      endedAt: last.endedAt,
    });
    expect(await told(batchId)).toEqual({
      batch: "Completed",
      jobs: ["Completed", "Completed", "Completed"],
      mails: 2,
    });
    expect((await movesOf(batchId)).slice(-2)).toEqual(["UpdateReporting", "Completed"]);
    const { text } = await lastMail(batchId);
    expect(text).toContain("item-3.txt");
    expect(text).not.toContain("item-1.txt");
  });

  it("ends Failed when the job fails again with another error, and tells only that", async () => {
    const { batchId, jobs } = await failThird("again");
    source.serve("/again/3", { kind: "status", status: 403 });
    await resumeJob(installation.ctx, { jobId: jobs[2] });
    await worker.work("job", jobs[2]);
    await report(batchId);
    // the seed's line "UpdateReporting to Failed" writes "Completed", a slip of the pen
    expect(await told(batchId)).toEqual({
      batch: "Failed",
      jobs: ["Completed", "Completed", "Failed"],
      mails: 2,
    });
    expect((await movesOf(batchId)).slice(-2)).toEqual(["UpdateReporting", "Failed"]);
  });

  it("tells nobody when nothing has changed, says so to who asks, and its end stays when it was", async () => {
    const { batchId, jobs } = await failThird("same");
    const { endedAt } = await installation.ctx.db.batch.findUniqueOrThrow({ where: { id: batchId } });
    await resumeJob(installation.ctx, { jobId: jobs[2] });
    await worker.work("job", jobs[2]);
    await worker.workAll("batch");
    await expect(sendUpdateReport(installation.ctx, { batchId })).rejects.toMatchObject({
      code: "nothing_changed",
      message: expect.stringContaining("Nothing has changed since the last report."),
    });
    await worker.workAll("batch");
    expect(await installation.ctx.db.batch.findUniqueOrThrow({ where: { id: batchId } })).toMatchObject({
      endedAt,
    });
    expect(await told(batchId)).toEqual({
      batch: "Failed",
      jobs: ["Completed", "Completed", "Failed"],
      mails: 1,
    });
    expect(await installation.ctx.db.report.count({ where: { batchId } })).toBe(1);
    expect((await movesOf(batchId)).slice(-2)).toEqual(["Reporting", "Failed"]);
  });

  it("ends Completed when the job is deleted, its object not being wanted any more", async () => {
    const { batchId, jobs } = await failThird("deleted");
    // Failed to Deleted (admin function)
    await deleteJob(installation.ctx, { jobId: jobs[2], reason });
    expect(await told(batchId)).toEqual({
      batch: "Failed",
      jobs: ["Completed", "Completed", "Deleted"],
      mails: 1,
    });
    await report(batchId);
    expect(await told(batchId)).toEqual({
      batch: "Completed",
      jobs: ["Completed", "Completed", "Deleted"],
      mails: 2,
    });
    expect((await lastMail(batchId)).text).toContain("item-3.txt");
    const batch = await installation.ctx.db.batch.findUniqueOrThrow({ where: { id: batchId } });
    expect(batch.payloadPath).toBeNull();
  });
});
