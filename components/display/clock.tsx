"use client";
import { createContext, type ReactNode, useContext, useEffect, useSyncExternalStore } from "react";
import { writeZone } from "./clock.model.ts";
import { usePreferences } from "./preferences.tsx";

/** What the server drew the page with: the moment, in ms, and the time zone it took for the browser's. */
type Drawn = { readonly atMs: number; readonly zone: string };

const DrawnContext = createContext<Drawn>({ atMs: 0, zone: "UTC" });
const TICK_MS = 10_000;
const listeners = new Set<() => void>();
let nowMs = 0;
let timer: ReturnType<typeof setInterval> | undefined;

function tick(): void {
  nowMs = Date.now();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(tick, TICK_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

function read(): number {
  // Between ticks every reader must see the same value, or React would render without end.
  if (nowMs === 0 || timer === undefined) nowMs = Date.now();
  return nowMs;
}

const never = () => () => {};
const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/**
 * Gives the server's moment and time zone to what it draws, so that the browser draws the same when it takes the page over:
 * what moves under a pressed pointer is not clicked. The browser's zone is kept in a cookie; the first page of all is drawn
 * in UTC.
 */
export function ClockProvider({ atMs, zone, children }: Drawn & { children: ReactNode }) {
  useEffect(() => {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing on plain http
    if (ownZone() !== zone) document.cookie = writeZone(ownZone());
  }, [zone]);
  return <DrawnContext value={{ atMs, zone }}>{children}</DrawnContext>;
}

/** The time in ms, moving every 10 s: the browser's, and while it takes the page over, the server's when it drew it. */
export function useNow(): number {
  const { atMs } = useContext(DrawnContext);
  return useSyncExternalStore(subscribe, read, () => atMs);
}

/** The time zone all times are shown in, by its IANA name: the viewer's own, or UTC by choice. */
export function useZone(): string {
  const { zone } = useContext(DrawnContext);
  const own = useSyncExternalStore(never, ownZone, () => zone);
  return usePreferences().preferences.zone === "utc" ? "UTC" : own;
}
