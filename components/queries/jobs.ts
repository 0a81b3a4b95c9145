import { queryOptions } from "@tanstack/react-query";
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

export function holdJob(id: string, ask: HoldAsk): Promise<JobView> {
  return request<JobView>(`jobs/${encodeURIComponent(id)}/hold`, { method: "PUT", body: ask });
}

export function releaseJob(id: string, { reason }: HoldAsk): Promise<JobView> {
  return request<JobView>(`jobs/${encodeURIComponent(id)}/hold`, { method: "DELETE", body: { reason } });
}
