"use client";
import { useSyncExternalStore } from "react";

function listen(changed: () => void): () => void {
  window.addEventListener("hashchange", changed);
  return () => window.removeEventListener("hashchange", changed);
}

/** What stands behind `#` in the page's address; undefined until the page has come to life. */
export function useHash(): string | undefined {
  return useSyncExternalStore<string | undefined>(
    listen,
    () => window.location.hash.slice(1),
    () => undefined,
  );
}
