"use client";
import { usePathname } from "next/navigation";
import { useEffect, useRef } from "react";

/**
 * Gives the focus a place when a page comes whose predecessor has taken it away: after Back the row that was opened, else
 * the page's title, so that keys and screen readers go on from there. What still has the focus keeps it.
 */
export function useFocusOnArrival(): void {
  const pathname = usePathname();
  const before = useRef(pathname);
  const isBack = useRef(false);
  useEffect(() => {
    const note = () => {
      // a filter or a cursor that changes in the address leads to no other page
      isBack.current = window.location.pathname !== before.current;
    };
    window.addEventListener("popstate", note);
    return () => window.removeEventListener("popstate", note);
  }, []);
  useEffect(() => {
    const from = before.current;
    before.current = pathname;
    if (from === pathname) return;
    const opened = isBack.current ? rowTo(from) : undefined;
    isBack.current = false;
    if (document.activeElement && document.activeElement !== document.body) return;
    const target = opened ?? document.querySelector<HTMLElement>("h1") ?? document.getElementById("main");
    target?.focus({ preventScroll: true });
  }, [pathname]);
}

function rowTo(pathname: string): HTMLElement | undefined {
  const links = document.querySelectorAll<HTMLAnchorElement>("a[data-row-link]");
  return [...links].find((link) => link.pathname === pathname);
}
