"use client";
import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { Button } from "./button.tsx";

const SHOWN_MS = 2000;

/** Copies a text; says so, also to screen readers, and says when the browser does not allow it. */
export function CopyButton({ text, what }: { text: string; what: string }) {
  const [outcome, setOutcome] = useState<"copied" | "refused" | null>(null);
  useEffect(() => {
    if (outcome === null) return;
    const timer = setTimeout(() => setOutcome(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [outcome]);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setOutcome("copied");
    } catch {
      setOutcome("refused");
    }
  };

  return (
    <span className="inline-flex items-center gap-1" data-print="no">
      <Button
        kind="quiet"
        size="icon"
        className="size-6"
        aria-label={`Copy ${what}`}
        title={`Copy ${what}`}
        onClick={() => void copy()}
      >
        {outcome === "copied" ? <Check aria-hidden size={14} /> : <Copy aria-hidden size={14} />}
      </Button>
      <span role="status" className="text-muted text-xs">
        {outcome === "copied"
          ? "Copied"
          : outcome === "refused"
            ? "The browser does not allow copying here"
            : ""}
      </span>
    </span>
  );
}
