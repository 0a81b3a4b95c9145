"use client";
import { Button } from "./button.tsx";
import { WholePage } from "./whole-page.tsx";

function digestOf(error: unknown): string | undefined {
  const digest = error instanceof Error && "digest" in error ? error.digest : undefined;
  return typeof digest === "string" ? digest : undefined;
}

/** Shown where a page could not be rendered: what to do, and the number that finds the cause in the log. */
export function PageError({ error, retry }: { error: unknown; retry: () => void }) {
  const digest = digestOf(error);
  return (
    <WholePage title="This page could not be loaded.">
      <p>
        The database may be unavailable for a moment, or Waybill hit an internal error. Your deposits are
        safe. Try again in a minute; if it keeps happening, tell an operator
        {digest ? " the number below" : ""}.
      </p>
      {digest ? (
        <p className="text-muted">
          Number in the log: <code className="font-mono">{digest}</code>
        </p>
      ) : null}
      <p>
        <Button kind="filled" onClick={retry}>
          Try again
        </Button>
      </p>
    </WholePage>
  );
}
