import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { done, failed, type ReportDesk, reportDesk } from "../../tests/factories/report-desk.ts";
import { batchScene, reportContext } from "../../tests/factories/report-scene.ts";
import { parseCsv } from "../../tests/parse-csv.ts";
import type { Context } from "../context.ts";

let ctx: Context;
let desk: ReportDesk;
let end: () => Promise<void>;

beforeAll(async () => {
  ({ ctx, end } = await reportContext({ MAIL_BCC: ["ops@example.org"] }));
  desk = reportDesk(ctx);
});

afterAll(() => end());

const staleState = expect.objectContaining({ code: "stale_state" });

describe("an update report", () => {
  test("is none when nothing has changed, and none while a re-run is going", async () => {
    const { batchId, jobIds } = await desk.reported({ jobs: [done, failed] });
    expect(await desk.prepare(batchId, "update")).toBeNull();
    await desk.setJob(jobIds[1], { state: "Downloading", errorCode: null });
    expect(await desk.prepare(batchId, "update")).toBeNull();
    await desk.setJob(jobIds[1], { state: "Failed", errorCode: "source_not_found" });
    expect(await desk.prepare(batchId, "update")).toBeNull();
    expect(await desk.count(batchId)).toEqual([1, 1]);
  });

  test("tells only what changed, in a mail of its own", async () => {
    const { batchId, jobIds } = await desk.reported({ jobs: [done, failed, failed, failed] });
    await desk.setJob(jobIds[1], { state: "Completed", errorCode: null });
    await desk.setJob(jobIds[2], { state: "Failed", errorCode: "digest_mismatch" });
    const saved = await desk.insert(await desk.prepare(batchId, "update"));
    expect(saved.batchState).toBe("Failed");
    const report = await ctx.db.report.findUniqueOrThrow({ where: { id: saved.reportId } });
    expect(report).toMatchObject({ number: 2, outcome: "FAIL" });
    expect(report.facts).toMatchObject({
      kind: "update",
      told: 2,
      jobs: { total: 4, completed: 2, failed: 2 },
      listed: [
        { ordinal: 2, state: "Completed" },
        { ordinal: 3, state: "Failed", errorCode: "digest_mismatch" },
      ],
    });
    const files = await desk.attachmentsOf(saved.reportId);
    expect(JSON.parse(files["completed.json"] ?? "").completedJobs).toHaveLength(1);
    expect(JSON.parse(files["failed.json"] ?? "").failedJobs).toHaveLength(1);
    expect(parseCsv(files["jobs.csv"] ?? "")).toHaveLength(3);
    const mail = await desk.mailOf(saved.reportId);
    expect(mail?.payload.messageId).toBe(`<report.${batchId}.2@example.org>`);
    expect(mail?.payload.text).toContain("2 jobs changed since report 1.");
    expect(await desk.told(batchId)).toEqual([
      "Completed",
      "Completed",
      "Failed:digest_mismatch",
      "Failed:source_not_found",
    ]);
    expect(await desk.prepare(batchId, "update")).toBeNull();
  });

  test("ends the batch Completed once every job is Completed or Deleted", async () => {
    const { batchId, jobIds } = await desk.reported({ jobs: [done, failed, failed] });
    await desk.setJob(jobIds[1], { state: "Completed", errorCode: null });
    await desk.setJob(jobIds[2], { state: "Deleted" });
    expect(await desk.insert(await desk.prepare(batchId, "update"))).toMatchObject({
      batchState: "Completed",
    });
  });

  test("is refused when a job it tells of has changed again, and tells the newer outcome when prepared anew", async () => {
    const { batchId, jobIds } = await desk.reported({ jobs: [done, failed, failed] });
    await desk.setJob(jobIds[1], { state: "Completed", errorCode: null });
    const prepared = await desk.prepare(batchId, "update");
    await desk.setJob(jobIds[1], { state: "Downloading" });
    await expect(desk.insert(prepared)).rejects.toEqual(staleState);
    expect(await desk.count(batchId)).toEqual([1, 1]);
    await desk.setJob(jobIds[1], { state: "Failed", errorCode: "source_timeout" });
    await desk.insert(await desk.prepare(batchId, "update"));
    expect(await desk.told(batchId)).toEqual([
      "Completed",
      "Failed:source_timeout",
      "Failed:source_not_found",
    ]);
  });

  test("is refused when the last open job has ended since, so that no batch ends on an untold job", async () => {
    const { batchId, jobIds } = await desk.reported({ jobs: [failed, failed] });
    await desk.setJob(jobIds[0], { state: "Completed", errorCode: null });
    await desk.setJob(jobIds[1], { state: "Notify", errorCode: null });
    const prepared = await desk.prepare(batchId, "update");
    await desk.setJob(jobIds[1], { state: "Completed" });
    await expect(desk.insert(prepared)).rejects.toEqual(staleState);
    expect(await desk.insert(await desk.prepare(batchId, "update"))).toMatchObject({
      batchState: "Completed",
    });
    expect(await desk.told(batchId)).toEqual(["Completed", "Completed"]);
  });

  test("is told once when two prepare it", async () => {
    const { batchId, jobIds } = await desk.reported({ jobs: [done, failed] });
    await desk.setJob(jobIds[1], { state: "Completed", errorCode: null });
    const [one, two] = [await desk.prepare(batchId, "update"), await desk.prepare(batchId, "update")];
    await desk.insert(one);
    await expect(desk.insert(two)).rejects.toEqual(staleState);
    expect(await desk.count(batchId)).toEqual([2, 2]);
  });

  test("of a batch that was never reported tells everything", async () => {
    const { batchId } = await batchScene(ctx.db, { jobs: [done, failed] });
    await desk.insert(await desk.prepare(batchId, "update"));
    expect(await ctx.db.report.findFirst({ where: { batchId } })).toMatchObject({
      number: 1,
      facts: expect.objectContaining({ kind: "full", told: 2 }),
    });
  });
});
