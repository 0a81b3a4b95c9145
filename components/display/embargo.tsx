"use client";
import { useNow } from "./clock.tsx";
import { ExactTime } from "./time.tsx";

/** Until when an object is not to be shown, and whether that is over. */
export function Embargo({ until }: { until: string }) {
  const isOver = Date.parse(until) <= useNow();
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
