import { type ReactNode, useId } from "react";
import { join } from "./join.ts";

type Props = {
  readonly title: string;
  /** Stands right of the title. */
  readonly aside?: ReactNode;
  readonly className?: string;
  readonly children: ReactNode;
};

/** A titled part of a page, which screen readers can go to. */
export function Panel({ title, aside, className, children }: Props) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={join("min-w-0", className)}>
      <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
        <h2 id={id} className="wrap-anywhere min-w-0 font-semibold text-lg">
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  );
}

/** Names and values under each other, in hairlines. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className="rounded-md border border-line bg-surface">{children}</dl>;
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-4 border-line border-b px-3 py-2 last:border-b-0 sm:grid-cols-[10rem_1fr]">
      <dt className="text-muted">{name}</dt>
      <dd className="wrap-anywhere min-w-0">{children}</dd>
    </div>
  );
}
