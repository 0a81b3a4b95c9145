"use client";
import { useNow, useZone } from "./clock.tsx";
import { exact, relative } from "./time.model.ts";

/** A moment: relative in text, exact with its offset on hover. Without script, and on paper, exact: nothing moves it on. */
export function Time({ at, className }: { at: string; className?: string }) {
  const zone = useZone();
  const nowMs = useNow();
  const atMs = Date.parse(at);
  if (Number.isNaN(atMs)) return <span className={className}>{at}</span>;
  const full = exact(atMs, zone);
  return (
    <time dateTime={at} title={full} className={className}>
      <span className="print:hidden noscript:hidden">{relative(atMs, nowMs, zone)}</span>
      <span className="hidden print:inline noscript:inline">{full}</span>
    </time>
  );
}

/** A moment, exact in text. */
export function ExactTime({ at, className }: { at: string; className?: string }) {
  const zone = useZone();
  const atMs = Date.parse(at);
  if (Number.isNaN(atMs)) return <span className={className}>{at}</span>;
  return (
    <time dateTime={at} title={at} className={className}>
      {exact(atMs, zone)}
    </time>
  );
}
