import { gunzipSync } from "node:zlib";
import { expect } from "vitest";
import { renderReport } from "../../adapters/mail/render-report.tsx";
import { csv } from "../../adapters/report/csv.ts";
import { MailPayload } from "../../core/contracts/mail.ts";
import type { JOB_STATES } from "../../core/job/states.ts";
import type { Context } from "../../operations/context.ts";
import { insertReport, type SavedReport } from "../../operations/report/insert.ts";
import { type PreparedReport, prepareReport } from "../../operations/report/prepare.ts";
import { type BatchScene, batchScene } from "./report-scene.ts";

const ports = { renderReport, csv };

/** A job that failed, and one that is done. */
export const failed = {
  state: "Failed",
  errorCode: "source_not_found",
  errorMessage: "The source has no such file (404).",
} as const;
export const done = {
  state: "Completed",
  ark: "ark:/99999/fk4abc",
  localIds: ["loc-1"],
  title: "Map",
} as const;

/** Makes reports and looks at what they left. */
export type ReportDesk = ReturnType<typeof reportDesk>;

export function reportDesk(ctx: Context) {
  const prepare = (batchId: string, kind: "full" | "update") => prepareReport(ctx, ports, { batchId, kind });

  async function insert(prepared: PreparedReport | null): Promise<SavedReport> {
    if (!prepared) throw new Error("there is nothing to report");
    return ctx.db.$transaction((tx) => insertReport(tx, prepared));
  }

  async function reported(scene: BatchScene) {
    const made = await batchScene(ctx.db, scene);
    return { ...made, saved: await insert(await prepare(made.batchId, "full")) };
  }

  async function attachmentsOf(reportId: string): Promise<Record<string, string>> {
    const files = await ctx.db.reportAttachment.findMany({
      where: { reportId },
      orderBy: { filename: "asc" },
    });
    return Object.fromEntries(
      files.map(({ filename, gzip, size }) => {
        const content = gunzipSync(gzip);
        expect(BigInt(content.length)).toBe(size);
        return [filename, content.toString()];
      }),
    );
  }

  async function mailOf(reportId: string) {
    const row = await ctx.db.outbox.findFirst({ where: { reportId } });
    return row && { ...row, payload: MailPayload.parse(row.payload) };
  }

  const told = async (batchId: string) =>
    (await ctx.db.job.findMany({ where: { batchId }, orderBy: { ordinal: "asc" } })).map(
      (job) => job.reportedOutcome,
    );

  const count = async (batchId: string) => [
    await ctx.db.report.count({ where: { batchId } }),
    await ctx.db.outbox.count({ where: { batchId } }),
  ];

  const setJob = (
    id: string | undefined,
    data: { state: (typeof JOB_STATES)[number]; errorCode?: string | null },
  ) => ctx.db.job.update({ where: { id: id ?? "" }, data });

  return { prepare, insert, reported, attachmentsOf, mailOf, told, count, setJob };
}
