"use client";
import type { ReactNode } from "react";
import { useUrlFilter } from "./use-url-filter.ts";

type Props = {
  readonly changes: { readonly [name: string]: string | undefined };
  readonly pressed: boolean;
  readonly className?: string;
  readonly children: ReactNode;
};

/** A filter one can press: a link that changes the URL, at once with script, by loading without. */
export function FilterLink({ changes, pressed, className, children }: Props) {
  const filter = useUrlFilter();
  return (
    <a
      href={filter.href(changes)}
      aria-current={pressed ? "true" : undefined}
      className={className}
      onClick={(event) => {
        if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        filter.set(changes);
      }}
    >
      {children}
    </a>
  );
}
