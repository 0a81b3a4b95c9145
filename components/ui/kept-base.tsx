"use client";
import { type ReactNode, useState } from "react";
import { Button } from "./button.tsx";
import { focusTitle } from "./focus-title.ts";
import { Notice } from "./notice.tsx";

type Props<Thing> = {
  readonly thing: Thing;
  /** What tells one state of it from the next. */
  readonly versionOf: (thing: Thing) => string | number;
  /** Said when somebody else has changed it. */
  readonly stale: string;
  /** On the button that gives up what was written. */
  readonly discard: string;
  /** The form. `isStale`: there is a newer state by now. `onChanged`: it was changed, and is so now. */
  readonly children: (base: Thing, isStale: boolean, onChanged: (changed: Thing) => void) => ReactNode;
};

/** A form that stays with the state it was opened on: what somebody else changes meanwhile is told, not mixed in. */
export function KeptBase<Thing>({ thing, versionOf, stale, discard, children }: Props<Thing>) {
  const [base, setBase] = useState(thing);
  const isStale = versionOf(thing) !== versionOf(base);
  return (
    <div className="grid gap-4">
      {isStale ? (
        <Notice kind="warning" role="status" title={stale}>
          <Button size="small" className="mt-2" onClick={() => setBase(thing)}>
            {discard}
          </Button>
        </Notice>
      ) : null}
      {children(base, isStale, (changed) => {
        setBase(changed);
        focusTitle();
      })}
    </div>
  );
}
