"use client";
import { useEffect, useState } from "react";
import type { ClaimView, LaneRow } from "../../core/contracts/lane-views.ts";
import { duration } from "../display/time.model.ts";

const SECOND_MS = 1_000;

/** The worker that has a lane now, or why there is none. */
export function LaneWorker({ claim, why }: Pick<LaneRow, "claim" | "why">) {
  if (claim) return <ClaimLeft claim={claim} />;
  return (
    <span className="text-muted">
      {why.cause === "no_worker" ? "No worker is running" : "No worker needed right now"}
    </span>
  );
}

/** Who works a lane, and how long their claim lasts unless it is renewed; counts down between two readings. */
function ClaimLeft({ claim }: { claim: ClaimView }) {
  const leftMs = useCountdown(claim.leftMs, claim.expiresAt);
  return (
    <span className="wrap-anywhere">
      <code className="font-mono text-sm">{claim.instance}</code>{" "}
      <span className="whitespace-nowrap text-muted text-sm tabular-nums">
        {leftMs > 0 ? `${duration(Math.ceil(leftMs / SECOND_MS) * SECOND_MS)} left` : "expired"}
      </span>
    </span>
  );
}

function useCountdown(fromMs: number, key: string): number {
  const [left, setLeft] = useState({ fromMs, key, ms: fromMs });
  if (left.key !== key || left.fromMs !== fromMs) setLeft({ fromMs, key, ms: fromMs });
  useEffect(() => {
    const timer = setInterval(
      () => setLeft((now) => ({ ...now, ms: Math.max(0, now.ms - SECOND_MS) })),
      SECOND_MS,
    );
    return () => clearInterval(timer);
  }, []);
  return left.ms;
}
