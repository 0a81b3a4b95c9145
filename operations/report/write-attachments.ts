import type { CsvWriter } from "../../core/ports.ts";
import { JOB_LISTS, type JobListForm } from "../../core/report/job-list.ts";
import { CSV_HEADER, csvRow, jobEntry, type ReportJob } from "../../core/report/rows.ts";
import type { ReportAttachment } from "../../prisma/store/report.ts";
import { type AttachmentWriter, attachmentWriter } from "./attachment-writer.ts";

/** A writer that takes jobs page by page, in order, and produces `Result` at the end. */
type JobWriter<Result> = { add(jobs: readonly ReportJob[]): Promise<void>; end(): Promise<Result> };

/**
 * Starts the lists of completed and of failed jobs in the requested format (completed.json, failed.json, or both as
 * .xml), and jobs.csv (every reported job).
 */
export async function writeAttachments(
  csv: CsvWriter,
  form: keyof typeof JOB_LISTS,
): Promise<JobWriter<readonly ReportAttachment[]>> {
  const completed = await jobListWriter("completed", JOB_LISTS[form]);
  const failed = await jobListWriter("failed", JOB_LISTS[form]);
  const table = attachmentWriter("jobs.csv", "text/csv");
  await table.write(csv([CSV_HEADER], { first: true }));
  return {
    async add(jobs) {
      await completed.add(jobs.filter(({ state }) => state === "Completed"));
      await failed.add(jobs.filter(({ state }) => state === "Failed"));
      if (jobs.length > 0) await table.write(csv(jobs.map(csvRow), { first: false }));
    },
    async end() {
      return [await completed.end(), await failed.end(), await table.end()];
    },
  };
}

async function jobListWriter(
  which: "completed" | "failed",
  form: JobListForm,
): Promise<JobWriter<ReportAttachment>> {
  const list = `${which}Jobs`;
  const file: AttachmentWriter = attachmentWriter(`${which}.${form.extension}`, form.mediaType);
  await file.write(form.open(list));
  let separator = "";
  return {
    async add(jobs) {
      if (jobs.length === 0) return;
      await file.write(separator + jobs.map((job) => form.entry(jobEntry(job))).join(form.separator));
      separator = form.separator;
    },
    async end() {
      await file.write(form.close(list));
      return file.end();
    },
  };
}
