"use client";
import { Pause, Radio, WifiOff } from "lucide-react";
import { useZone } from "../display/clock.tsx";
import { Button } from "../ui/button.tsx";
import { Tooltip } from "../ui/tooltip.tsx";
import { useLive } from "./live-provider.tsx";
import { liveWords } from "./live-status.model.ts";

const LOOKS = {
  connecting: { icon: Radio, tone: "text-muted" },
  live: { icon: Radio, tone: "text-ink" },
  stale: { icon: WifiOff, tone: "text-time" },
  paused: { icon: Pause, tone: "text-time" },
} as const;

/** Says whether the page updates itself, and pauses it. */
export function LiveIndicator() {
  const { status, pause, goOn } = useLive();
  const { text, hint } = liveWords(status, useZone());
  const { icon: Icon, tone } = LOOKS[status.kind];
  const paused = status.kind === "paused";
  return (
    <Tooltip text={hint}>
      <Button
        kind="quiet"
        // wide enough for its first word, so that nothing moves when the page comes to life
        className={`justify-end px-2 sm:min-w-30 ${tone}`}
        aria-label={`Live updates: ${text}. ${paused ? "Resume" : "Pause"}`}
        onClick={paused ? goOn : pause}
      >
        <Icon aria-hidden size={16} />
        <span className="hidden sm:inline">{text}</span>
      </Button>
    </Tooltip>
  );
}
