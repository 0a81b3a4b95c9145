"use client";
import { useNow, useZone } from "../display/clock.tsx";
import { clockTime } from "../display/time.model.ts";
import { useLive } from "./live-provider.tsx";

const SHOWN_AFTER_MS = 5_000;

/** Says once for the whole page that what it shows may be old. Short interruptions are not worth a word. */
export function StaleBar() {
  const { status } = useLive();
  const zone = useZone();
  const nowMs = useNow();
  const stale = status.kind === "stale" && nowMs - status.sinceMs > SHOWN_AFTER_MS;
  return (
    <div role="status" data-print="no">
      {stale ? (
        <p className="border-time-solid border-b bg-time-soft px-4 py-1.5 text-time md:px-6">
          Live updates are interrupted. Showing data from {clockTime(status.sinceMs, zone)}; Waybill retries
          every 15 seconds.
        </p>
      ) : null}
    </div>
  );
}
