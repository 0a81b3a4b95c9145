"use client";
import { usePathname } from "next/navigation";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Button } from "../ui/button.tsx";
import { focusTitle } from "../ui/focus-title.ts";
import { ProgressBar } from "../ui/progress.tsx";
import { TextLink } from "../ui/row-link.tsx";
import { useDepositUnderWay } from "./deposit-provider.tsx";
import { type UnderWay, underWay } from "./under-way.model.ts";

const PAGE = "/deposit";

/** How the deposit of this tab goes on, on every page but its own. */
export function UnderWayBar() {
  const { files, clear } = useDepositUnderWay();
  const isAtHome = usePathname() === PAGE;
  const told = isAtHome ? null : underWay(files.items);
  if (!told) return null;
  return (
    <AtBottom>
      <p
        className="wrap-anywhere line-clamp-3 min-w-0 tabular-nums"
        title={told.words}
        role={told.kind === "sending" ? undefined : "status"}
      >
        {told.words}
      </p>
      {told.kind === "sending" ? (
        <div className="min-w-32 flex-1">
          <ProgressBar label="Upload" done={told.doneBytes} total={told.totalBytes} text={told.words} />
        </div>
      ) : null}
      <Way told={told} onClear={clear} />
    </AtBottom>
  );
}

/** At the bottom of the window, however short the page is, with as much room below the page as it takes. */
function AtBottom({ children }: { children: ReactNode }) {
  const bar = useRef<HTMLElement>(null);
  const [heightPx, setHeight] = useState(0);
  useEffect(() => {
    if (!bar.current) return;
    const observer = new ResizeObserver(([entry]) => setHeight(entry?.target.clientHeight ?? 0));
    observer.observe(bar.current);
    return () => observer.disconnect();
  }, []);
  return (
    <>
      <div aria-hidden style={{ height: heightPx }} data-print="no" />
      <aside
        ref={bar}
        aria-label="Deposit"
        className="fixed inset-x-0 bottom-0 z-20 flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-t bg-surface px-4 py-2 shadow-float md:px-6"
        data-print="no"
      >
        {children}
      </aside>
    </>
  );
}

function Way({ told, onClear }: { told: UnderWay; onClear: () => void }) {
  if (told.kind !== "accepted") return <TextLink href={PAGE}>Go to the deposit</TextLink>;
  return (
    <>
      <TextLink href={told.batchId ? `/batches/${told.batchId}` : PAGE}>See where it is</TextLink>
      <Button
        kind="quiet"
        onClick={() => {
          onClear();
          focusTitle();
        }}
      >
        Dismiss
      </Button>
    </>
  );
}
