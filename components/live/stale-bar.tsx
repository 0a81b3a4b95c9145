"use client";
import { useNow, useZone } from "../display/clock.tsx";
import { clockTime } from "../display/time.model.ts";
import { useLive } from "./live-provider.tsx";
import { toldStale } from "./live-status.model.ts";

/** Says once for the whole page that what it shows may be old. */
export function StaleBar() {
  const { status } = useLive();
  const zone = useZone();
  const sinceMs = toldStale(status, useNow());
  return (
    <div role="status" data-print="no">
      {sinceMs === null ? null : (
        <p className="border-time-solid border-b bg-time-soft px-4 py-1.5 text-time md:px-6">
          Live updates are interrupted. Showing data from {clockTime(sinceMs, zone)}; Waybill retries every 15
          seconds.
        </p>
      )}
    </div>
  );
}
