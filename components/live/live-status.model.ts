import { clockTime } from "../display/time.model.ts";

/** How current the page is. `stale`: the stream is down, the page is re-read every 15 s as far as that works. */
export type LiveStatus =
  | { readonly kind: "connecting" | "live" }
  | { readonly kind: "stale" | "paused"; readonly sinceMs: number };

/** Short interruptions are not worth a word to the whole page. */
const TOLD_AFTER_MS = 5_000;

/** The stream is down; since when counts from its first failure on. */
export function staleSince(status: LiveStatus, nowMs: number): LiveStatus {
  return status.kind === "stale" ? status : { kind: "stale", sinceMs: nowMs };
}

/** Since when, in ms, what the page shows may be old; null where that need not be told. */
export function toldStale(status: LiveStatus, nowMs: number): number | null {
  return status.kind === "stale" && nowMs - status.sinceMs > TOLD_AFTER_MS ? status.sinceMs : null;
}

/** What the indicator says, and what its hint says of pressing it. */
export function liveWords(
  status: LiveStatus,
  zone: string,
): { readonly text: string; readonly hint: string } {
  switch (status.kind) {
    case "connecting":
      return { text: "Connecting", hint: "Updates start in a moment." };
    case "live":
      return { text: "Live", hint: "The page updates automatically. Press to pause." };
    case "stale":
      return {
        text: `Stale since ${clockTime(status.sinceMs, zone)}`,
        hint: "Live updates are interrupted; the page tries to refresh every 15 seconds.",
      };
    case "paused":
      return {
        text: `Paused at ${clockTime(status.sinceMs, zone)}`,
        hint: "The page does not update. Press to resume.",
      };
  }
}
