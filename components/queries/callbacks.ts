import { queryOptions } from "@tanstack/react-query";
import type { CallbackStatus } from "../../core/contracts/callback-requests.ts";
import type {
  CallbackPage,
  CallbackRow,
  CallbackSigningView,
  CallbackView,
} from "../../core/contracts/callback-views.ts";
import { request } from "./request.ts";
import { rowsQuery } from "./rows.ts";

export type CallbackFilter = {
  readonly status?: CallbackStatus | undefined;
  readonly collection?: string | undefined;
  readonly cursor?: string | undefined;
};

/** A job's callbacks shown on its page; each end of a job has one. */
export const MOST_ENDINGS = 20;
const FAILED_MS = 15_000;

const pathOf = (id: string) => `callbacks/${encodeURIComponent(id)}`;

export function callbacksQuery(filter: CallbackFilter) {
  return rowsQuery<CallbackRow>(["callbacks", filter], "callbacks", filter);
}

/** The callbacks of one job, newest first. */
export function jobCallbacksQuery(job: string) {
  return queryOptions({
    queryKey: ["callbacks", { job }],
    queryFn: async ({ signal }) =>
      (await request<CallbackPage>("callbacks", { query: { job, limit: MOST_ENDINGS }, signal })).items,
  });
}

export function callbackQuery(id: string) {
  return queryOptions({
    queryKey: ["callback", id],
    queryFn: ({ signal }) => request<CallbackView>(pathOf(id), { signal }),
  });
}

/** How many callbacks were given up; looked up again now and then, as others may be at any time. */
export function failedCallbacksQuery(follow = false) {
  return queryOptions({
    queryKey: ["failed-callbacks"],
    queryFn: async ({ signal }) =>
      (await request<CallbackPage>("callbacks", { query: { status: "Failed", limit: 1 }, signal })).failed,
    refetchInterval: follow && FAILED_MS,
  });
}

export function redeliverCallback(id: string, reason: string): Promise<CallbackView> {
  return request<CallbackView>(`${pathOf(id)}/redeliver`, { method: "POST", body: { reason } });
}

export function redeliverFailed(collection: string, reason: string): Promise<{ redelivered: number }> {
  return request("callbacks/redeliver", { method: "POST", body: { collection, reason } });
}

export function signingQuery() {
  return queryOptions({
    queryKey: ["callback-signing"],
    queryFn: ({ signal }) => request<readonly CallbackSigningView[]>("callback-secrets", { signal }),
  });
}

/** A new signing key; its text is in this answer only. */
export type MadeKey = { readonly signing: CallbackSigningView; readonly secret: string };

export function makeKey(body: {
  collection: string;
  overlapHours: number;
  reason: string;
}): Promise<MadeKey> {
  return request<MadeKey>("callback-secrets", { method: "POST", body });
}

export function endKey(id: string, reason: string): Promise<void> {
  return request(`callback-secrets/${encodeURIComponent(id)}`, { method: "DELETE", body: { reason } });
}
