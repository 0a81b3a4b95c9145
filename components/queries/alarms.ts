import { queryOptions } from "@tanstack/react-query";
import type { AlarmsView, InstallationAlarmView } from "../../core/contracts/alarm-views.ts";
import { request } from "./request.ts";

/** Alarms come and go without a batch that changes. */
const AGAIN_MS = 10_000;

/** The installation's alarms in force. */
export function alarmsQuery() {
  return queryOptions({
    queryKey: ["alarms"],
    queryFn: async ({ signal }): Promise<readonly InstallationAlarmView[]> =>
      (await request<AlarmsView>("alarms", { signal })).items,
    refetchInterval: AGAIN_MS,
  });
}
