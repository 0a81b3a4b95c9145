"use client";
import { type ReactNode, useEffect, useRef } from "react";
import { Button } from "./button.tsx";
import { CopyButton } from "./copy-button.tsx";
import { focusTitle } from "./focus-title.ts";

type Props = {
  /** What it is, for screen readers. */
  readonly label: string;
  /** That it is shown only now. */
  readonly title: string;
  /** What is shown. */
  readonly secret: string;
  /** What the button copies: "token". */
  readonly what: string;
  /** The button that hides it. */
  readonly done: string;
  readonly onDone: () => void;
  /** Between the title and the secret. */
  readonly children?: ReactNode;
};

/** Something just made that is shown once. Takes the focus, since it must be copied now, and leaves it to the page's title. */
export function ShownOnce({ label, title, secret, what, done, onDone, children }: Props) {
  const box = useRef<HTMLElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <section
      ref={box}
      tabIndex={-1}
      aria-label={label}
      className="rounded-md border border-time-solid bg-time-soft p-3"
    >
      <p className="wrap-anywhere font-medium" dir="auto">
        {title}
      </p>
      {children}
      <p className="my-2 flex flex-wrap items-center gap-2">
        <code className="min-w-0 break-all rounded-sm border border-line bg-surface px-2 py-1 font-mono text-sm">
          {secret}
        </code>
        <CopyButton text={secret} what={what} />
      </p>
      <Button
        size="small"
        onClick={() => {
          onDone();
          focusTitle();
        }}
      >
        {done}
      </Button>
    </section>
  );
}
