"use client";
import { useEffect, useRef } from "react";
import type { MadeKey } from "../queries/callbacks.ts";
import { Button } from "../ui/button.tsx";
import { CopyButton } from "../ui/copy-button.tsx";

/** A new signing key, shown once. Takes focus, since it must be copied now. */
export function ShownKey({ made: { signing, secret }, onDone }: { made: MadeKey; onDone: () => void }) {
  const box = useRef<HTMLElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <section
      ref={box}
      tabIndex={-1}
      aria-label={`Signing key of ${signing.name}`}
      className="rounded-md border border-time-solid bg-time-soft p-3"
    >
      <p className="font-medium">Copy the signing key of {signing.name} now. It is not shown again.</p>
      <p className="my-2 flex flex-wrap items-center gap-2">
        <code className="break-all rounded-sm border border-line bg-surface px-2 py-1 font-mono text-sm">
          {secret}
        </code>
        <CopyButton text={secret} what="signing key" />
      </p>
      <Button size="small" onClick={onDone}>
        Done
      </Button>
    </section>
  );
}
