"use client";
import { useState, useSyncExternalStore } from "react";

const AWAY_PX = 240;

function subscribe(listener: () => void): () => void {
  window.addEventListener("scroll", listener, { passive: true });
  return () => window.removeEventListener("scroll", listener);
}

/** Whether the person has scrolled down to read. */
function useAway(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => window.scrollY > AWAY_PX,
    () => false,
  );
}

type Steady<Row> = { readonly rows: readonly Row[]; readonly newer: number; readonly showNewer: () => void };

/** Holds new first rows back while the person reads further down, so that rows do not jump under the eye. */
export function useSteadyRows<Row>(all: readonly Row[], idOf: (row: Row) => string): Steady<Row> {
  const away = useAway();
  const first = all[0] === undefined ? undefined : idOf(all[0]);
  const [anchor, setAnchor] = useState(first);
  if (!away && anchor !== first) setAnchor(first);
  const newer = away
    ? Math.max(
        0,
        all.findIndex((row) => idOf(row) === anchor),
      )
    : 0;
  return { rows: newer > 0 ? all.slice(newer) : all, newer, showNewer: () => setAnchor(first) };
}
