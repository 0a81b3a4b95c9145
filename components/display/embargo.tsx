"use client";
import { useNow } from "./clock.ts";
import { ExactTime } from "./time.tsx";

/** Until when an object is not to be shown, and whether that is over. Without script it is said as it was meant. */
export function Embargo({ until }: { until: string }) {
  const nowMs = useNow();
  const isOver = nowMs !== null && Date.parse(until) <= nowMs;
  return (
    <>
      {isOver ? "Ended " : "Until "}
      <ExactTime at={until} />
      {isOver ? null : (
        <span className="block text-muted text-sm">Not to be shown to the public before then.</span>
      )}
    </>
  );
}
