import { queryOptions } from "@tanstack/react-query";
import type { BulkAnswer, DeleteAnswer, RequeueAnswer } from "../../core/contracts/bulk-views.ts";
import type { JobFileView, JobRow, JobView } from "../../core/contracts/views.ts";
import type { ResumeState } from "../../core/job/states.ts";
import type { HoldAsk } from "../holds/hold-form.tsx";
import { request } from "./request.ts";
import { rowsQuery } from "./rows.ts";

export type JobFilter = {
  readonly batch?: string | undefined;
  readonly state?: string | undefined;
  readonly collection?: string | undefined;
  readonly q?: string | undefined;
  readonly cursor?: string | undefined;
  readonly limit?: number | undefined;
};

export function jobsQuery(filter: JobFilter) {
  return rowsQuery<JobRow>(["jobs", filter], "jobs", filter);
}

export const FAULTS_SHOWN = 5;

/** The first failed jobs of a batch, for "What went wrong". */
export function failedJobsQuery(batch: string) {
  return jobsQuery({ batch, state: "Failed", limit: FAULTS_SHOWN });
}

export function jobQuery(id: string) {
  return queryOptions({
    queryKey: ["job", id],
    queryFn: ({ signal }) => request<JobView>(`jobs/${encodeURIComponent(id)}`, { signal }),
  });
}

export function jobFilesQuery(id: string, cursor?: string) {
  return rowsQuery<JobFileView>(["job-files", id, { cursor }], `jobs/${encodeURIComponent(id)}/files`, {
    cursor,
  });
}

export type Resume = {
  readonly id: string;
  readonly at?: ResumeState | undefined;
  readonly reason?: string | undefined;
};

export function resumeJob({ id, at, reason }: Resume): Promise<JobView> {
  return request<JobView>(`jobs/${encodeURIComponent(id)}/resume`, { method: "POST", body: { at, reason } });
}

const pathOf = (id: string) => `jobs/${encodeURIComponent(id)}`;

export function holdJob(id: string, ask: HoldAsk): Promise<JobView> {
  return request<JobView>(`${pathOf(id)}/hold`, { method: "PUT", body: ask });
}

export function releaseJob(id: string, { reason }: HoldAsk): Promise<JobView> {
  return request<JobView>(`${pathOf(id)}/release`, { method: "POST", body: { reason } });
}

export function deleteJob({ id, reason }: { id: string; reason: string }): Promise<JobView> {
  return request<JobView>(pathOf(id), { method: "DELETE", body: { reason } });
}

export function forceFail({ id, reason }: { id: string; reason: string }): Promise<JobView> {
  return request<JobView>(`${pathOf(id)}/force-fail`, { method: "POST", body: { reason } });
}

export type PriorityChange = { readonly id: string; readonly priority: number; readonly reason: string };

export function setJobPriority({ id, ...body }: PriorityChange): Promise<JobView> {
  return request<JobView>(pathOf(id), { method: "PATCH", body });
}

/** Which jobs an act on many is about. */
export type JobsAsk =
  | { readonly jobs: readonly string[] }
  | {
      readonly filter: {
        readonly state: "Failed" | "Held";
        readonly batch?: string | undefined;
        readonly collection?: string | undefined;
        readonly q?: string | undefined;
      };
    };
export type BulkAct = "requeue" | "delete";
export type BulkBody = JobsAsk & { readonly at?: ResumeState | undefined };
/** `done`: how many it was done to, or with a preview would be. */
export type BulkDone = BulkAnswer & { readonly done: number };

export function bulkAddress(act: BulkAct): string {
  return `jobs/${act}`;
}

async function actOnMany(act: BulkAct, body: object, signal?: AbortSignal): Promise<BulkDone> {
  const options = { method: "POST", body, ...(signal && { signal }) } as const;
  if (act === "requeue") {
    const { requeued: done, ...answer } = await request<RequeueAnswer>(bulkAddress(act), options);
    return { ...answer, done };
  }
  const { deleted: done, ...answer } = await request<DeleteAnswer>(bulkAddress(act), options);
  return { ...answer, done };
}

/** What an act on many jobs would do; always asked anew. */
export function bulkPreviewQuery(act: BulkAct, body: BulkBody) {
  return queryOptions({
    queryKey: ["bulk-preview", act, body],
    queryFn: ({ signal }) => actOnMany(act, { ...body, preview: true }, signal),
    staleTime: 0,
    gcTime: 0,
  });
}

/** Does it, 10,000 jobs at a time until none is left; `onPart` hears how many are done so far. */
export async function runBulk(
  act: BulkAct,
  body: BulkBody & { readonly reason: string },
  onPart: (done: number) => void,
): Promise<BulkDone> {
  let done = 0;
  for (;;) {
    const part = await actOnMany(act, body);
    done += part.done;
    onPart(done);
    if (!part.more || part.done === 0) return { ...part, done };
  }
}
