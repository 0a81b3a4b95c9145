"use client";
import { CircleQuestionMark } from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { LiveIndicator } from "../live/live-indicator.tsx";
import { Button } from "../ui/button.tsx";
import { ClockZone } from "./clock-zone.tsx";
import { crumbsOf } from "./crumbs.model.ts";
import { DisplayMenu } from "./display-menu.tsx";
import { PersonMenu } from "./person-menu.tsx";
import { Mark } from "./room-icon.tsx";
import { Search } from "./search.tsx";
import { useViewer } from "./viewer.tsx";

/** The bar on top: where one is, search, how current the page is, and how it is shown. */
export function TopBar({ onHelp }: { onHelp: () => void }) {
  return (
    <header
      data-print="no"
      className="sticky top-0 z-30 flex h-12 items-center gap-2 border-line border-b bg-paper px-3 md:gap-3"
    >
      <Link
        href="/"
        className="flex items-center gap-2 font-semibold md:w-[10.5rem]"
        aria-label="Waybill, start page"
      >
        <Mark />
        <span className="hidden md:inline">Waybill</span>
      </Link>
      <Crumbs />
      <Search />
      <div className="flex items-center">
        <LiveIndicator />
        <ClockZone />
        <DisplayMenu />
        <Button
          kind="quiet"
          size="icon"
          aria-label="Help: keys and states"
          title="Help (?)"
          onClick={onHelp}
          className="hidden sm:inline-flex"
        >
          <CircleQuestionMark aria-hidden size={16} />
        </Button>
        <PersonMenu />
      </div>
    </header>
  );
}

function Crumbs() {
  const crumbs = crumbsOf(usePathname(), useViewer().role);
  return (
    <nav aria-label="Breadcrumb" className="min-w-0 flex-1">
      <ol className="flex items-center gap-1.5 overflow-hidden whitespace-nowrap">
        {crumbs.map((crumb, at) => {
          const last = at === crumbs.length - 1;
          return (
            <li
              key={crumb.href}
              className={last ? "truncate" : "hidden shrink-0 items-center gap-1.5 sm:flex"}
            >
              {last ? (
                <span aria-current="page" className="text-muted">
                  {crumb.name}
                </span>
              ) : (
                <>
                  <Link href={crumb.href} prefetch={false} className="hover:underline">
                    {crumb.name}
                  </Link>
                  <span aria-hidden className="text-muted">
                    /
                  </span>
                </>
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
