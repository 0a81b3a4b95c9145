import type { ReactNode } from "react";

/** Shown where there is nothing yet: what would appear here, and how to make it appear. */
export function Empty({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="rounded-md border border-line border-dashed px-4 py-10 text-center">
      <p className="font-medium">{title}</p>
      {children ? <div className="mx-auto mt-1 max-w-prose text-muted">{children}</div> : null}
    </div>
  );
}
