import type { ReportSummary } from "./summary.ts";

/** The plain-text part of a report mail. Lines end with LF; the mail library makes them CRLF. */
export function reportText(summary: ReportSummary): string {
  const { headline, facts, jobs, page, attachments } = summary;
  const width = Math.max(...facts.map(({ label }) => label.length)) + 2;
  return [
    headline,
    "",
    ...facts.map(({ label, value }) => `${`${label}:`.padEnd(width)}${value}`),
    ...(jobs
      ? ["", `${jobs.title}:`, ...jobs.lines.map((line) => `- ${line}`), ...(jobs.more ? [jobs.more] : [])]
      : []),
    "",
    `Batch page: ${page}`,
    "",
    attachments.note,
    ...attachments.links.map(({ label, url }) => `- ${label}: ${url}`),
    "",
  ].join("\n");
}
