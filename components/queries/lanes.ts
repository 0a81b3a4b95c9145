import { queryOptions } from "@tanstack/react-query";
import type { LaneAction } from "../../core/contracts/lane-requests.ts";
import type { LaneRow, LaneView } from "../../core/contracts/lane-views.ts";
import { request } from "./request.ts";
import { rowsQuery } from "./rows.ts";

export type LaneFilter = { readonly q?: string | undefined; readonly cursor?: string | undefined };

/** Claims, tries and holds change without a batch that changes, so lanes are read again every few seconds too. */
const AGAIN_MS = 5_000;

const pathOf = (serviceId: string) => `lanes/${encodeURIComponent(serviceId)}`;

/** `follow`: read again by itself. */
export function lanesQuery(filter: LaneFilter, follow = false) {
  return { ...rowsQuery<LaneRow>(["lanes", filter], "lanes", filter), refetchInterval: follow && AGAIN_MS };
}

export function laneQuery(serviceId: string, follow = false) {
  return queryOptions({
    queryKey: ["lane", serviceId],
    queryFn: ({ signal }) => request<LaneView>(pathOf(serviceId), { signal }),
    refetchInterval: follow && AGAIN_MS,
  });
}

export function actOnLane(serviceId: string, action: LaneAction): Promise<LaneView> {
  return request<LaneView>(`${pathOf(serviceId)}/actions`, { method: "POST", body: action });
}
