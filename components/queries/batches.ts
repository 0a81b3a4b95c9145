import { queryOptions } from "@tanstack/react-query";
import type { BatchRow, BatchView } from "../../core/contracts/views.ts";
import type { HoldAsk } from "../holds/hold-form.tsx";
import { request } from "./request.ts";
import { rowsQuery } from "./rows.ts";

export type BatchFilter = {
  readonly state?: string | undefined;
  readonly collection?: string | undefined;
  readonly q?: string | undefined;
  readonly cursor?: string | undefined;
};

export function batchesQuery(filter: BatchFilter) {
  return rowsQuery<BatchRow>(["batches", filter], "batches", filter);
}

/** What is before a batch in its line may be nothing its reader hears of. */
const IN_LINE_MS = 10_000;

/** `follow`: read again by itself while it waits in line. */
export function batchQuery(id: string, follow = false) {
  return queryOptions({
    queryKey: ["batch", id],
    queryFn: ({ signal }) => request<BatchView>(`batches/${encodeURIComponent(id)}`, { signal }),
    refetchInterval: ({ state: { data } }) => follow && data !== undefined && isInLine(data) && IN_LINE_MS,
  });
}

function isInLine({ state, expanded, submissionStatus }: BatchView): boolean {
  return state === "Pending" || (state === "Processing" && !expanded && submissionStatus === null);
}

export function sendUpdateReport(id: string): Promise<BatchView> {
  return request<BatchView>(`batches/${encodeURIComponent(id)}/update-report`, { method: "POST", body: {} });
}

/** Address of an attachment of a batch's report. */
export function reportAddress(batchId: string, number: number, filename: string): string {
  return `/api/v1/batches/${encodeURIComponent(batchId)}/reports/${number}/${encodeURIComponent(filename)}`;
}

const pathOf = (id: string) => `batches/${encodeURIComponent(id)}`;

export function holdBatch(id: string, ask: HoldAsk): Promise<BatchView> {
  return request<BatchView>(`${pathOf(id)}/hold`, { method: "PUT", body: ask });
}

export function releaseBatch(id: string, { reason }: HoldAsk): Promise<BatchView> {
  return request<BatchView>(`${pathOf(id)}/release`, { method: "POST", body: { reason } });
}

export function deleteBatch({ id, reason }: { id: string; reason: string }): Promise<BatchView> {
  return request<BatchView>(pathOf(id), { method: "DELETE", body: { reason } });
}

/** Cancels one that waits for its turn. */
export function cancelBatch(id: string): Promise<BatchView> {
  return request<BatchView>(`${pathOf(id)}/cancel`, { method: "POST", body: {} });
}

/** Lets one that stands still go on with making its jobs. */
export function resumeBatch(id: string, reason: string): Promise<BatchView> {
  return request<BatchView>(`${pathOf(id)}/resume`, { method: "POST", body: { reason } });
}

/** Gives up the jobs that were not made of one that stands still. */
export function giveUpBatch(id: string, reason: string): Promise<BatchView> {
  return request<BatchView>(`${pathOf(id)}/give-up`, { method: "POST", body: { reason } });
}

/** Of all its jobs that have not ended. */
export function setBatchPriority({
  id,
  ...body
}: {
  id: string;
  priority: number;
  reason: string;
}): Promise<BatchView> {
  return request<BatchView>(pathOf(id), { method: "PATCH", body });
}
