"use client";
import { useEffect, useRef } from "react";
import type { CreatedToken } from "../queries/tokens.ts";
import { Button } from "../ui/button.tsx";
import { CopyButton } from "../ui/copy-button.tsx";

/** A new token's secret, shown once. Takes focus, since it must be copied now. */
export function ShownSecret({ created, onDone }: { created: CreatedToken; onDone: () => void }) {
  const box = useRef<HTMLElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <section
      ref={box}
      tabIndex={-1}
      aria-label={`Secret of the token ${created.token.name}`}
      className="rounded-md border border-time-solid bg-time-soft p-3"
    >
      <p className="font-medium">Copy the token "{created.token.name}" now. It is not shown again.</p>
      <p className="my-2 flex flex-wrap items-center gap-2">
        <code className="break-all rounded-sm border border-line bg-surface px-2 py-1 font-mono text-sm">
          {created.secret}
        </code>
        <CopyButton text={created.secret} what="token" />
      </p>
      <Button size="small" onClick={onDone}>
        I have copied it
      </Button>
    </section>
  );
}
