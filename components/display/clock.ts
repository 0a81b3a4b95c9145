"use client";
import { useSyncExternalStore } from "react";

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

/** The browser's time in ms, moving every 10 s; null on the server and while hydrating, where it would differ. */
export function useNow(): number | null {
  return useSyncExternalStore<number | null>(subscribe, read, () => null);
}
