import { neutralCell } from "../../core/report/cell.ts";
import { counted } from "../display/amount.model.ts";
import type { BulkAct } from "../queries/jobs.ts";

/** The words of an act on many jobs. */
export const BULK_WORDS = {
  requeue: {
    verb: "Resume",
    past: "resumed",
    lost: "Each continues where it stopped, or at the stage you choose. Anything already fetched or stored is kept.",
  },
  delete: {
    verb: "Delete",
    past: "deleted",
    lost: "This cannot be undone. The files fetched for them are removed and their objects are not stored; their history stays.",
  },
} as const satisfies Record<BulkAct, { readonly verb: string; readonly past: string; readonly lost: string }>;

/** "Resume 12 jobs", as a button says it. */
export function bulkButton(act: BulkAct, jobs: number): string {
  return `${BULK_WORDS[act].verb} ${counted(jobs, "job")}`;
}

/** "12 jobs resumed, 2 refused." */
export function bulkResult(act: BulkAct, done: number, refused: number): string {
  return `${counted(done, "job")} ${BULK_WORDS[act].past}${refused > 0 ? `, ${counted(refused, "job")} refused` : ""}.`;
}

/** Refusals by their reason, the most frequent first. */
export function groupRefusals<Refused extends { readonly code: string; readonly message: string }>(
  refused: readonly Refused[],
): readonly { readonly code: string; readonly message: string; readonly jobs: readonly Refused[] }[] {
  const groups = new Map<string, Refused[]>();
  for (const each of refused) {
    const key = `${each.code} ${each.message}`;
    groups.set(key, [...(groups.get(key) ?? []), each]);
  }
  return [...groups.values()]
    .flatMap((jobs) => (jobs[0] ? [{ code: jobs[0].code, message: jobs[0].message, jobs }] : []))
    .sort((a, b) => b.jobs.length - a.jobs.length);
}

/** The refused jobs as a file for a spreadsheet. Cells are ids, codes and sentences of Waybill's own. */
export function refusalsCsv(
  refused: readonly { readonly jobId: string; readonly code: string; readonly message: string }[],
): string {
  const cell = (text: string) => `"${neutralCell(text).replaceAll('"', '""')}"`;
  return [
    "jobId,code,message",
    ...refused.map(({ jobId, code, message }) => [jobId, code, message].map(cell).join(",")),
  ].join("\r\n");
}

/** The request as curl sends it. */
export function bulkCurl(origin: string, path: string, body: object): string {
  const json = JSON.stringify(body).replaceAll("'", "'\\''");
  return `curl -sS ${origin}/api/v1/${path} \\\n  -H "Authorization: Bearer $WAYBILL_TOKEN" -H "Content-Type: application/json" \\\n  -d '${json}'`;
}
