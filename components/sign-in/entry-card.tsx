import type { ReactNode } from "react";
import { Mark } from "../frame/room-icon.tsx";

/** A page outside of the console: for who is not signed in. */
export function EntryCard({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className="mx-auto grid min-h-dvh max-w-sm content-center px-4 py-10">
      <div className="rounded-md border border-line bg-surface p-6">
        <h1 className="mb-5 flex items-center gap-2 text-xl">
          <Mark size={22} />
          {title}
        </h1>
        {children}
      </div>
    </main>
  );
}
