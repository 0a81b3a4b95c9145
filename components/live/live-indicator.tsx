"use client";
import { Pause, Radio, WifiOff } from "lucide-react";
import { useZone } from "../display/clock.tsx";
import { clockTime } from "../display/time.model.ts";
import { Button } from "../ui/button.tsx";
import { Tooltip } from "../ui/tooltip.tsx";
import { useLive } from "./live-provider.tsx";

/** Says whether the page follows along, and pauses it. */
export function LiveIndicator() {
  const { status, pause, goOn } = useLive();
  const zone = useZone();
  const paused = status.kind === "paused";
  const words = {
    connecting: { text: "Connecting", hint: "Updates begin in a moment.", icon: Radio, tone: "text-muted" },
    live: {
      text: "Live",
      hint: "The page follows along by itself. Press to pause.",
      icon: Radio,
      tone: "text-ink",
    },
    stale: {
      text: "sinceMs" in status ? `Stale since ${clockTime(status.sinceMs, zone)}` : "Stale",
      hint: "Live updates are interrupted; the page is read again every 15 seconds as far as that works.",
      icon: WifiOff,
      tone: "text-time",
    },
    paused: {
      text: "sinceMs" in status ? `Paused at ${clockTime(status.sinceMs, zone)}` : "Paused",
      hint: "Nothing on the page changes by itself. Press to go on.",
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
        aria-label={`Live updates: ${words.text}. ${paused ? "Go on" : "Pause"}`}
        onClick={paused ? goOn : pause}
      >
        <Icon aria-hidden size={16} />
        <span className="hidden sm:inline">{words.text}</span>
      </Button>
    </Tooltip>
  );
}
