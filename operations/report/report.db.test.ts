import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { WaybillError } from "../../core/errors.ts";
import { JOB_STATES } from "../../core/job/states.ts";
import { changed, jobOutcome } from "../../core/report/outcome.ts";
import { listReportJobs } from "../../prisma/store/report.ts";
import { makeCollection } from "../../tests/factories/make-collection.ts";
import { makeObject } from "../../tests/factories/make-object.ts";
import { done, failed, type ReportDesk, reportDesk } from "../../tests/factories/report-desk.ts";
import { batchScene, reportContext } from "../../tests/factories/report-scene.ts";
import { parseXml, textsOf } from "../../tests/merritt/parse-xml.ts";
import { parseCsv } from "../../tests/parse-csv.ts";
import type { Context } from "../context.ts";
import { insertReport } from "./insert.ts";

let ctx: Context;
let desk: ReportDesk;
let end: () => Promise<void>;

beforeAll(async () => {
  ({ ctx, end } = await reportContext({ MAIL_BCC: ["ops@example.org"] }));
  desk = reportDesk(ctx);
});

afterAll(() => end());

const staleState = expect.objectContaining({ code: "stale_state" });

describe("a full report", () => {
  test("keeps the facts, the files and the mail, and what was told about each job", async () => {
    const { batchId, jobIds, saved } = await desk.reported({
      jobs: [done, failed, { state: "Deleted" }],
      deposit: { title: "Maps of 1850" },
    });
    expect(saved.batchState).toBe("Failed");
    const report = await ctx.db.report.findUniqueOrThrow({ where: { id: saved.reportId } });
    expect(report).toMatchObject({ batchId, number: 1, outcome: "FAIL" });
    expect(report.facts).toMatchObject({
      kind: "full",
      jobs: { total: 3, pending: 0, completed: 1, failed: 1, deleted: 1 },
      told: 3,
      listed: [{ ordinal: 2, filename: "map-2.tif", errorCode: "source_not_found" }],
      fault: null,
      statusMessage: failed.errorMessage,
      title: "Maps of 1850",
      filename: "maps.checkm",
      userAgent: "curl/8.5.0",
      submittedAt: "2026-11-28T01:00:00.000Z",
      completedAt: "2026-11-28T01:01:00.000Z",
      statusUrl: `https://waybill.example.org/batches/${batchId}`,
      attachAs: "plain",
    });
    expect(await desk.told(batchId)).toEqual(["Completed", "Failed:source_not_found", "Deleted"]);

    const files = await desk.attachmentsOf(saved.reportId);
    expect(Object.keys(files)).toEqual(["completed.json", "failed.json", "jobs.csv"]);
    const { completedJobs } = JSON.parse(files["completed.json"] ?? "");
    expect(completedJobs).toEqual([
      expect.objectContaining({
        jobId: jobIds[0],
        ordinal: 1,
        ark: "ark:/99999/fk4abc",
        localIds: ["loc-1"],
        title: "Map",
      }),
    ]);
    const { failedJobs } = JSON.parse(files["failed.json"] ?? "");
    expect(failedJobs).toEqual([
      expect.objectContaining({
        jobId: jobIds[1],
        errorCode: "source_not_found",
        message: failed.errorMessage,
      }),
    ]);
    const [header, ...rows] = parseCsv(files["jobs.csv"] ?? "");
    expect(header?.slice(0, 3)).toEqual(["jobId", "ordinal", "filename"]);
    expect(rows.map((cells) => [cells[0], cells[1], cells[6]])).toEqual([
      [jobIds[0], "1", "Completed"],
      [jobIds[1], "2", "Failed"],
      [jobIds[2], "3", "Deleted"],
    ]);

    const mail = await desk.mailOf(saved.reportId);
    expect(mail).toMatchObject({
      id: saved.mailId,
      kind: "mail",
      dedupKey: `report:${batchId}:1`,
      status: "Waiting",
      batchId,
    });
    expect(mail?.dueAt).toBeInstanceOf(Date);
    expect(mail?.payload).toMatchObject({
      from: { name: "Waybill", address: "waybill@example.org" },
      to: ["team@example.org"],
      bcc: ["ops@example.org"],
      messageId: `<report.${batchId}.1@example.org>`,
      subject: `Ingest: FAIL -- Batch processed: ${batchId}; Maps of 1850`,
      text: expect.stringContaining("1 of 3 jobs failed."),
      html: expect.stringContaining("1 of 3 jobs failed."),
      attachAs: "plain",
    });
  });

  test("has its lists of jobs in XML where the deposit asks for that", async () => {
    const { jobIds, saved } = await desk.reported({ jobs: [done, failed], responseForm: "xml" });
    const files = await desk.attachmentsOf(saved.reportId);
    expect(Object.keys(files)).toEqual(["completed.xml", "failed.xml", "jobs.csv"]);
    const completed = parseXml(files["completed.xml"] ?? "");
    expect([textsOf(completed, "jobId"), textsOf(completed, "localId")]).toEqual([[jobIds[0]], ["loc-1"]]);
    const notDone = parseXml(files["failed.xml"] ?? "");
    expect([textsOf(notDone, "jobId"), textsOf(notDone, "errorCode")]).toEqual([
      [jobIds[1]],
      ["source_not_found"],
    ]);
  });

  test("tells what was odd about containers and files: all counted, the first twenty of a job told", async () => {
    const { batchId, jobIds } = await batchScene(ctx.db, {
      jobs: [done, { ...done, ark: "ark:/99999/fk4b" }, done],
    });
    const warnings = (code: string, much: number) =>
      Array.from({ length: much }, (_, at) => ({
        line: 0,
        code,
        message: `${code} ${at} https://ada:hunter2@example.org/x`,
      }));
    const keep = (ownerId: string | undefined, step: string, result: object) =>
      ctx.db.stepResult.create({ data: { ownerId: ownerId ?? "", step, result, fence: 0n } });
    await ctx.db.job.updateMany({ where: { batchId, ordinal: { lt: 3 } }, data: { payload: "container" } });
    await keep(jobIds[1], "check-container", { warnings: warnings("bag_star", 30), warningCount: 2_000 });
    await keep(jobIds[1], "list-container", { warnings: warnings("entry_case_twin", 2), warningCount: 2 });
    await keep(jobIds[0], "list-container", { warnings: [], warningCount: 0 });
    await keep(jobIds[2], "bring-files", { warnings: warnings("web_page_named", 1), warningCount: 1 });
    const { reportId } = await desk.insert(await desk.prepare(batchId, "full"));
    const report = await ctx.db.report.findUniqueOrThrow({ where: { id: reportId } });
    expect(report.facts).toMatchObject({
      warned: {
        jobs: 2,
        warnings: 2_003,
        listed: [
          { id: jobIds[1], ordinal: 2, count: 2_002 },
          { id: jobIds[2], ordinal: 3, count: 1 },
        ],
      },
    });
    const files = await desk.attachmentsOf(reportId);
    const { completedJobs } = JSON.parse(files["completed.json"] ?? "");
    expect(completedJobs.map((job: { warningCount: number }) => job.warningCount)).toEqual([0, 2_002, 1]);
    expect(completedJobs[1].warnings).toHaveLength(20);
    expect(completedJobs[1].warnings[0].code).toBe("entry_case_twin");
    expect(parseCsv(files["jobs.csv"] ?? "").map((cells) => cells[11])).toEqual([
      "warningCount",
      "0",
      "2002",
      "1",
    ]);
    expect(JSON.stringify(files)).not.toContain("hunter2");
    const mail = await desk.mailOf(reportId);
    expect(mail?.payload.text).toContain("2003 in 2 jobs");
    expect(mail?.payload.html).toContain("2003 in 2 jobs");
  });

  test("tells which new versions replaced or removed files", async () => {
    const { batchId, jobIds } = await batchScene(ctx.db, {
      jobs: [done, { ...done, ark: "ark:/99999/fk4c" }],
    });
    const collection = await makeCollection(ctx.db);
    for (const [jobId = "", data] of [
      [jobIds[0], { version: 1 }],
      [jobIds[1], { version: 2, ownChanged: 1, ownRemoved: 2 }],
    ] as const) {
      await makeObject(ctx.db, collection, { jobId });
      await ctx.db.objectVersion.update({ where: { jobId }, data });
    }
    const { reportId } = await desk.insert(await desk.prepare(batchId, "full"));
    const report = await ctx.db.report.findUniqueOrThrow({ where: { id: reportId } });
    expect(report.facts).toMatchObject({
      replacing: { jobs: 1, replaced: 1, removed: 2, listed: [{ id: jobIds[1], version: 2 }] },
    });
    const rows = parseCsv((await desk.attachmentsOf(reportId))["jobs.csv"] ?? "");
    expect(rows.map((cells) => cells.slice(13))).toEqual([
      ["version", "filesReplaced", "filesRemoved"],
      ["1", "0", "0"],
      ["2", "1", "2"],
    ]);
    const { text } = (await desk.mailOf(reportId))?.payload ?? {};
    expect(text).toContain("Replaced:");
    expect(text).toContain(`Version 2; 1 file replaced, 2 removed. (${jobIds[1]})`);
  });

  test.each([
    [[done], "Completed", "OK"],
    [[done, { state: "Deleted" }], "Completed", "OK"],
    [[done, failed], "Failed", "FAIL"],
  ] as const)("of %j ends %s", async (jobs, batchState, outcome) => {
    const { saved } = await desk.reported({ jobs });
    expect(saved.batchState).toBe(batchState);
    expect(await ctx.db.report.findUnique({ where: { id: saved.reportId } })).toMatchObject({ outcome });
  });

  test("of a batch that could not be read has no jobs and says why", async () => {
    const fault = { code: "manifest_invalid", message: "Line 3 has no URL." };
    const { batchId, saved } = await desk.reported({ jobs: [], fault });
    expect(saved.batchState).toBe("Failed");
    const mail = await desk.mailOf(saved.reportId);
    expect(mail?.payload.subject).toBe(`Ingest: FAIL -- Batch not readable: ${batchId}; maps.checkm`);
    expect(mail?.payload.text).toContain("Line 3 has no URL.");
    expect(parseCsv((await desk.attachmentsOf(saved.reportId))["jobs.csv"] ?? "")).toHaveLength(1);
  });

  test("repeated, also by two at once, is the one that exists", async () => {
    const { batchId } = await batchScene(ctx.db, { jobs: [done, failed] });
    const [one, two] = await Promise.all([desk.prepare(batchId, "full"), desk.prepare(batchId, "full")]);
    const [first, second] = await Promise.all([desk.insert(one), desk.insert(two)]);
    const third = await desk.insert(await desk.prepare(batchId, "full"));
    expect(second).toEqual(first);
    expect(third).toEqual(first);
    expect(await desk.count(batchId)).toEqual([1, 1]);
  });

  test("whose transaction is rolled back leaves nothing behind", async () => {
    const { batchId } = await batchScene(ctx.db, { jobs: [done, failed] });
    const prepared = await desk.prepare(batchId, "full");
    const crash = ctx.db.$transaction(async (tx) => {
      if (prepared) await insertReport(tx, prepared);
      throw new Error("crash");
    });
    await expect(crash).rejects.toThrow("crash");
    expect([await desk.count(batchId), await desk.told(batchId)]).toEqual([
      [0, 0],
      [null, null],
    ]);
    expect(await desk.insert(await desk.prepare(batchId, "full"))).toMatchObject({ batchState: "Failed" });
  });

  test("is refused when a job has changed since it was prepared", async () => {
    const { batchId, jobIds } = await batchScene(ctx.db, { jobs: [done, failed, failed] });
    const prepared = await desk.prepare(batchId, "full");
    await desk.setJob(jobIds[1], { state: "Failed", errorCode: "source_timeout" });
    await expect(desk.insert(prepared)).rejects.toEqual(staleState);
    await desk.setJob(jobIds[1], { state: "Downloading", errorCode: null });
    await expect(desk.insert(prepared)).rejects.toEqual(staleState);
    expect([await desk.count(batchId), await desk.told(batchId)]).toEqual([
      [0, 0],
      [null, null, null],
    ]);
  });

  test("of no batch is not found", async () => {
    await expect(desk.prepare("bid-none", "full")).rejects.toBeInstanceOf(WaybillError);
  });
});

test("credentials in names and messages reach neither facts nor files nor mail", async () => {
  const secret = "https://ada:s3cret@files.example.org/a.tif?X-Amz-Signature=s3cret";
  const { saved } = await desk.reported({
    jobs: [{ ...failed, filename: secret, title: secret, errorMessage: `No answer from ${secret}.` }],
    deposit: { title: secret },
    filename: secret,
  });
  const report = await ctx.db.report.findUniqueOrThrow({ where: { id: saved.reportId } });
  const all = JSON.stringify([
    report.facts,
    await desk.attachmentsOf(saved.reportId),
    (await desk.mailOf(saved.reportId))?.payload,
  ]);
  expect(all).not.toContain("s3cret");
  expect(all).toContain("https://***@files.example.org/a.tif");
});

test("outcome and change in SQL are those of core, for every state, with and without an error, told before or not", async () => {
  const jobs = JOB_STATES.flatMap((state) =>
    [null, "source_timeout"].flatMap((errorCode) =>
      [null, "Completed", "Deleted", "Failed:source_timeout", "Failed:internal"].map((reportedOutcome) => ({
        state,
        errorCode,
        reportedOutcome,
      })),
    ),
  );
  const { batchId } = await batchScene(ctx.db, {
    jobs: jobs.map(({ state, errorCode }) => ({ state, ...(errorCode && { errorCode }) })),
  });
  for (const [place, { reportedOutcome }] of jobs.entries()) {
    await ctx.db.job.update({
      where: { batchId_ordinal: { batchId, ordinal: place + 1 } },
      data: { reportedOutcome },
    });
  }
  const rowsOf = async (changedOnly: boolean) => {
    const rows = await listReportJobs(ctx.db, { batchId, afterOrdinal: 0, limit: 1_000, changedOnly });
    return rows.map(({ ordinal, outcome }) => [ordinal, outcome]);
  };
  const wantedOf = (wanted: readonly (typeof jobs)[number][]) =>
    wanted.map((job) => [jobs.indexOf(job) + 1, jobOutcome(job)]);
  expect(await rowsOf(true)).toEqual(wantedOf(changed(jobs)));
  expect(await rowsOf(false)).toEqual(wantedOf(jobs.filter((job) => jobOutcome(job) !== null)));
});
