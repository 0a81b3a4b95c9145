"use client";
import { usePathname, useSearchParams } from "next/navigation";
import { useCallback } from "react";
import { type Changes, changedQuery } from "./url-filter.model.ts";

export type UrlFilter = {
  readonly value: (name: string) => string | undefined;
  /** The address with these values changed; undefined takes one out. */
  readonly href: (changes: Changes) => string;
  readonly set: (changes: Changes, how?: "push" | "replace") => void;
};

function setUrl(changes: Changes, how: "push" | "replace" = "push"): void {
  const address = `${window.location.pathname}${changedQuery(window.location.search, changes)}`;
  if (how === "push") window.history.pushState(null, "", address);
  else window.history.replaceState(null, "", address);
}

/** The filters of a list, kept in the URL so that Back, reload and a shared link show the same. */
export function useUrlFilter(): UrlFilter {
  const search = useSearchParams();
  const pathname = usePathname();
  const href = useCallback(
    (changes: Changes) => `${pathname}${changedQuery(search.toString(), changes)}`,
    [pathname, search],
  );
  const value = useCallback((name: string) => search.get(name) || undefined, [search]);
  return { value, href, set: setUrl };
}
