import { queryOptions } from "@tanstack/react-query";
import type { LaneAction, LaneChange, LaneRequest } from "../../core/contracts/lane-requests.ts";
import type { LanePage, LaneRow, LaneView } from "../../core/contracts/lane-views.ts";
import { request } from "./request.ts";
import { rowsQuery } from "./rows.ts";

export type LaneFilter = {
  readonly q?: string | undefined;
  readonly alarm?: "true" | undefined;
  readonly cursor?: string | undefined;
};

/** Claims, tries and holds change without a batch that changes, so lanes are read again every few seconds too. */
const AGAIN_MS = 5_000;
const ALARMS_MS = 15_000;

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

/** How many lanes have an alarm, and how many of them need a person. */
export function laneAlarmsQuery(follow = false) {
  return queryOptions({
    queryKey: ["lane-alarms"],
    queryFn: async ({ signal }) => {
      const page = await request<LanePage>("lanes", { query: { alarm: "true", limit: 1 }, signal });
      return { alarms: page.alarms, needPerson: page.needPerson };
    },
    refetchInterval: follow && ALARMS_MS,
  });
}

export function makeLane(lane: LaneRequest): Promise<LaneView> {
  return request<LaneView>("lanes", { method: "POST", body: lane });
}

export function changeLane(serviceId: string, change: LaneChange): Promise<LaneView> {
  return request<LaneView>(pathOf(serviceId), { method: "PATCH", body: change });
}
