"use client";
import { useQuery } from "@tanstack/react-query";
import { useLive } from "../live/live-provider.tsx";
import { laneAlarmsQuery } from "../queries/lanes.ts";
import { RailCount } from "./rail-count.tsx";

/** How many lanes have an alarm, beside the room's name, in red when one needs a person; nothing when none has. `narrow`: on the icon's corner. */
export function AlarmCount({ narrow }: { narrow: boolean }) {
  const { status } = useLive();
  const { data } = useQuery(laneAlarmsQuery(status.kind !== "paused"));
  const { alarms, needPerson } = data ?? { alarms: 0, needPerson: 0 };
  const has = alarms === 1 ? "1 lane has an alarm" : `${alarms} lanes have an alarm`;
  const title =
    needPerson === 0 ? has : `${has}; ${needPerson} ${needPerson === 1 ? "needs" : "need"} a person`;
  return (
    <RailCount
      count={alarms}
      title={title}
      words="with an alarm"
      narrow={narrow}
      family={needPerson > 0 ? "person" : "time"}
    />
  );
}
