import { queryOptions } from "@tanstack/react-query";
import type { CheckKind } from "../../core/check/kinds.ts";
import type { CheckRow, CheckView, FindingView } from "../../core/contracts/check-views.ts";
import type { Page } from "../../core/contracts/views.ts";
import { request } from "./request.ts";

/** How often a check that is being made, or whose findings are being repaired, is asked for. */
const FOLLOW_MS = 2_000;

const pathOf = (id: string) => `checks/${encodeURIComponent(id)}`;

/** Is something about the check still going on? */
function isGoing({ standing, kinds }: CheckView): boolean {
  return standing === "waiting" || standing === "running" || kinds.some(({ asked }) => asked > 0);
}

/** The newest checks. */
export function checksQuery() {
  return queryOptions({
    queryKey: ["checks"],
    queryFn: async ({ signal }) => (await request<Page<CheckRow>>("checks", { signal })).items,
    refetchInterval: ({ state }) =>
      state.data?.some(({ standing }) => standing === "waiting" || standing === "running")
        ? FOLLOW_MS
        : false,
  });
}

/** One check with its first findings. */
export function checkQuery(id: string) {
  return queryOptions({
    queryKey: ["check", id],
    queryFn: ({ signal }) => request<CheckView>(pathOf(id), { query: { limit: 1 }, signal }),
    refetchInterval: ({ state }) => (state.data && isGoing(state.data) ? FOLLOW_MS : false),
  });
}

/** The first findings of one kind. `left`: how many are not repaired, so that the list follows when that changes. */
export function findingsQuery(id: string, kind: CheckKind, left: number) {
  return queryOptions({
    queryKey: ["check-findings", id, kind, left],
    queryFn: async ({ signal }): Promise<Page<FindingView>> =>
      (await request<CheckView>(pathOf(id), { query: { kind, limit: 50 }, signal })).findings,
    placeholderData: (before) => before,
  });
}

export function runCheck(deep: boolean): Promise<CheckRow> {
  return request<CheckRow>("checks", { method: "POST", body: { deep } });
}

export function repairKind(id: string, kind: CheckKind, reason: string): Promise<{ asked: number }> {
  return request(`${pathOf(id)}/repair`, { method: "POST", body: { kind, reason } });
}
