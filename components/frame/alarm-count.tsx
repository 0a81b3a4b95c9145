"use client";
import { useQuery } from "@tanstack/react-query";
import { useLive } from "../live/live-provider.tsx";
import { laneAlarmsQuery } from "../queries/lanes.ts";
import { join } from "../ui/join.ts";

/** How many lanes have an alarm, beside the room's name; nothing when none has. `narrow`: on the icon's corner. */
export function AlarmCount({ narrow }: { narrow: boolean }) {
  const { status } = useLive();
  const { data: alarms = 0 } = useQuery(laneAlarmsQuery(status.kind !== "paused"));
  if (alarms === 0) return null;
  return (
    <span
      title={alarms === 1 ? "1 lane has an alarm" : `${alarms} lanes have an alarm`}
      className={join(
        "rounded-sm bg-person-soft px-1.5 font-medium text-person text-xs tabular-nums leading-5 md:ml-auto",
        narrow && "md:-top-1 md:-right-1 md:absolute md:px-1 md:leading-4",
      )}
    >
      {alarms}
      <span className="sr-only"> with an alarm</span>
    </span>
  );
}
