"use client";
import { useNow } from "../display/clock.ts";
import { usePreferences } from "../display/preferences.tsx";
import { clockTime, zoneName } from "../display/time.model.ts";
import { Button } from "../ui/button.tsx";
import { Tooltip } from "../ui/tooltip.tsx";

/** The clock all times are shown in: the viewer's zone or UTC; press to change. */
export function ClockZone() {
  const { preferences, change } = usePreferences();
  const nowMs = useNow();
  const utc = preferences.zone === "utc";
  const name = nowMs === null || utc ? "UTC" : zoneName(nowMs);
  return (
    <Tooltip
      text={
        utc
          ? "All times are shown in UTC. Press for your own zone."
          : "All times are shown in your own zone. Press for UTC."
      }
    >
      <Button
        kind="quiet"
        className="hidden px-2 lg:inline-flex"
        onClick={() => change({ zone: utc ? "viewer" : "utc" })}
      >
        {nowMs === null ? null : <span className="tabular-nums">{clockTime(nowMs, preferences.zone)}</span>}
        <span className="text-muted">{name}</span>
        <span className="sr-only">. Show times in {utc ? "your own zone" : "UTC"}</span>
      </Button>
    </Tooltip>
  );
}
