"use client";
import { useNow, useZone } from "../display/clock.tsx";
import { usePreferences } from "../display/preferences.tsx";
import { clockTime, zoneName } from "../display/time.model.ts";
import { Button } from "../ui/button.tsx";
import { Tooltip } from "../ui/tooltip.tsx";

/** The clock all times are shown in: the viewer's zone or UTC; press to change. */
export function ClockZone() {
  const { preferences, change } = usePreferences();
  const nowMs = useNow();
  const zone = useZone();
  const utc = preferences.zone === "utc";
  return (
    <Tooltip
      text={
        utc
          ? "All times are shown in UTC. Press for your time zone."
          : "All times are shown in your time zone. Press for UTC."
      }
    >
      <Button
        kind="quiet"
        className="hidden px-2 lg:inline-flex"
        onClick={() => change({ zone: utc ? "viewer" : "utc" })}
      >
        <span className="tabular-nums">{clockTime(nowMs, zone)}</span>
        <span className="text-muted">{zoneName(nowMs, zone)}</span>
        <span className="sr-only">. Show times in {utc ? "your time zone" : "UTC"}</span>
      </Button>
    </Tooltip>
  );
}
