"use client";
import { useState, useSyncExternalStore } from "react";
import { steadyRows } from "./steady-rows.model.ts";

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
  const [kept, setKept] = useState(all);
  const { rows, newer } = away ? steadyRows(kept, all, idOf) : { rows: all, newer: 0 };
  if (newer === 0 && kept !== all) setKept(all);
  return { rows, newer, showNewer: () => setKept(all) };
}
