import type { ReportList, ReportSummary } from "./summary.ts";

/** The plain-text part of a report mail. Lines end with LF; the mail library makes them CRLF. */
export function reportText(summary: ReportSummary): string {
  const { headline, facts, lists, page, attachments } = summary;
  const width = Math.max(...facts.map(({ label }) => label.length)) + 2;
  return [
    headline,
    "",
    ...facts.map(({ label, value }) => `${`${label}:`.padEnd(width)}${value}`),
    ...lists.flatMap(listLines),
    "",
    `Batch page: ${page}`,
    "",
    attachments.note,
    ...attachments.links.map(({ label, url }) => `- ${label}: ${url}`),
    "",
  ].join("\n");
}

function listLines({ title, lines, more }: ReportList): readonly string[] {
  return ["", `${title}:`, ...lines.map((line) => `- ${line}`), ...(more ? [more] : [])];
}
