"use client";
import { useNow } from "./clock.ts";
import { usePreferences } from "./preferences.tsx";
import { exact, relative } from "./time.model.ts";

/** A moment: relative in text, exact with its offset on hover. Without script, and on paper, exact in UTC. */
export function Time({ at, className }: { at: string; className?: string }) {
  const { zone } = usePreferences().preferences;
  const nowMs = useNow();
  const atMs = Date.parse(at);
  if (Number.isNaN(atMs)) return <span className={className}>{at}</span>;
  const full = exact(atMs, nowMs === null ? "utc" : zone);
  return (
    <time dateTime={at} title={full} className={className}>
      <span className="print:hidden">{nowMs === null ? full : relative(atMs, nowMs, zone)}</span>
      <span className="hidden print:inline">{full}</span>
    </time>
  );
}

/** A moment, exact in text. */
export function ExactTime({ at, className }: { at: string; className?: string }) {
  const { zone } = usePreferences().preferences;
  const nowMs = useNow();
  const atMs = Date.parse(at);
  if (Number.isNaN(atMs)) return <span className={className}>{at}</span>;
  return (
    <time dateTime={at} title={at} className={className}>
      {exact(atMs, nowMs === null ? "utc" : zone)}
    </time>
  );
}
