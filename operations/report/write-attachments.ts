import type { CsvWriter } from "../../core/ports.ts";
import { CSV_HEADER, csvRow, jobEntry, type ReportJob } from "../../core/report/rows.ts";
import type { ReportAttachment } from "../../prisma/store/report/insert-attachment.ts";
import { type AttachmentWriter, attachmentWriter } from "./attachment-writer.ts";

/** Something jobs are written to page by page, in the order they come, that ends in `Result`. */
type JobWriter<Result> = { add(jobs: readonly ReportJob[]): Promise<void>; end(): Promise<Result> };

/** Starts completed.json (`{"completedJobs":[...]}`), failed.json (`{"failedJobs":[...]}`) and jobs.csv (every job told). */
export async function writeAttachments(csv: CsvWriter): Promise<JobWriter<readonly ReportAttachment[]>> {
  const completed = await jobListWriter("completed.json", "completedJobs");
  const failed = await jobListWriter("failed.json", "failedJobs");
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

async function jobListWriter(filename: string, list: string): Promise<JobWriter<ReportAttachment>> {
  const file: AttachmentWriter = attachmentWriter(filename, "application/json");
  await file.write(`{"${list}":[`);
  let separator = "\n";
  return {
    async add(jobs) {
      if (jobs.length === 0) return;
      await file.write(separator + jobs.map((job) => JSON.stringify(jobEntry(job))).join(",\n"));
      separator = ",\n";
    },
    async end() {
      await file.write("\n]}\n");
      return file.end();
    },
  };
}
