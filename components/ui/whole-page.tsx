import type { ReactNode } from "react";

/** A page that only says something and leads on. */
export function WholePage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="grid max-w-prose content-center gap-3 py-10">
      <h1 className="text-xl">{title}</h1>
      {children}
    </div>
  );
}
