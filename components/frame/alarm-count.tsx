"use client";
import { useQuery } from "@tanstack/react-query";
import { useLive } from "../live/live-provider.tsx";
import { laneAlarmsQuery } from "../queries/lanes.ts";
import { RailCount } from "./rail-count.tsx";

/** How many lanes have an alarm, beside the room's name; nothing when none has. `narrow`: on the icon's corner. */
export function AlarmCount({ narrow }: { narrow: boolean }) {
  const { status } = useLive();
  const { data: alarms = 0 } = useQuery(laneAlarmsQuery(status.kind !== "paused"));
  const title = alarms === 1 ? "1 lane has an alarm" : `${alarms} lanes have an alarm`;
  return <RailCount count={alarms} title={title} words="with an alarm" narrow={narrow} />;
}
