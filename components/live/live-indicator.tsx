"use client";
import { Pause, Radio, WifiOff } from "lucide-react";
import { useZone } from "../display/clock.tsx";
import { clockTime } from "../display/time.model.ts";
import { Button } from "../ui/button.tsx";
import { Tooltip } from "../ui/tooltip.tsx";
import { useLive } from "./live-provider.tsx";

/** Says whether the page updates itself, and pauses it. */
export function LiveIndicator() {
  const { status, pause, goOn } = useLive();
  const zone = useZone();
  const paused = status.kind === "paused";
  const words = {
    connecting: { text: "Connecting", hint: "Updates start in a moment.", icon: Radio, tone: "text-muted" },
    live: {
      text: "Live",
      hint: "The page updates automatically. Press to pause.",
      icon: Radio,
      tone: "text-ink",
    },
    stale: {
      text: "sinceMs" in status ? `Stale since ${clockTime(status.sinceMs, zone)}` : "Stale",
      hint: "Live updates are interrupted; the page tries to refresh every 15 seconds.",
      icon: WifiOff,
      tone: "text-time",
    },
    paused: {
      text: "sinceMs" in status ? `Paused at ${clockTime(status.sinceMs, zone)}` : "Paused",
      hint: "The page does not update. Press to resume.",
      icon: Pause,
      tone: "text-time",
    },
  }[status.kind];
  const Icon = words.icon;
  return (
    <Tooltip text={words.hint}>
      <Button
        kind="quiet"
        // wide enough for its first word, so that nothing moves when the page comes to life
        className={`justify-end px-2 sm:min-w-30 ${words.tone}`}
        aria-label={`Live updates: ${words.text}. ${paused ? "Resume" : "Pause"}`}
        onClick={paused ? goOn : pause}
      >
        <Icon aria-hidden size={16} />
        <span className="hidden sm:inline">{words.text}</span>
      </Button>
    </Tooltip>
  );
}
