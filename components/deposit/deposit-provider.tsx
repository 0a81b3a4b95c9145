"use client";
import { createContext, type ReactNode, useContext, useEffect, useState } from "react";
import type { Details } from "./details.model.ts";
import { useFiles } from "./use-files.ts";
import { useSending } from "./use-sending.ts";

/** The deposit that is being made in this tab. It lives above the pages, so that it continues while its depositor looks at others. */
export type DepositUnderWay = {
  readonly files: ReturnType<typeof useFiles>;
  readonly sending: ReturnType<typeof useSending>;
  readonly details: Details;
  readonly setDetails: (details: Details) => void;
  /** Slug of the collection it was last sent to, or that was chosen since. */
  readonly collection: string | undefined;
  readonly setCollection: (slug: string) => void;
  /** Forgets files and details, for another deposit. */
  readonly clear: () => void;
};

const DepositContext = createContext<DepositUnderWay | undefined>(undefined);

const NO_DETAILS: Details = {};

/** Asks before the tab is closed or loads another page while a file is being sent; links within the console do neither. */
function useLeaveWarning(busy: boolean): void {
  useEffect(() => {
    if (!busy) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [busy]);
}

export function DepositProvider({ children }: { children: ReactNode }) {
  const files = useFiles();
  const sending = useSending(files.items, files.act);
  const [details, setDetails] = useState(NO_DETAILS);
  const [collection, setCollection] = useState<string>();
  useLeaveWarning(sending.busy);
  const clear = () => {
    files.clear();
    setDetails(NO_DETAILS);
  };
  return (
    <DepositContext value={{ files, sending, details, setDetails, collection, setCollection, clear }}>
      {children}
    </DepositContext>
  );
}

export function useDepositUnderWay(): DepositUnderWay {
  const underWay = useContext(DepositContext);
  if (!underWay) throw new Error("There is no DepositProvider above this.");
  return underWay;
}
