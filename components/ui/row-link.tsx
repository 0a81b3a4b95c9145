import Link from "next/link";
import type { ReactNode } from "react";

/** The link of a row, on one line; j and k move between these, Enter opens. */
export function RowLink({ href, children }: { href: string; children: string }) {
  return (
    <Link
      href={href}
      prefetch={false}
      data-row-link=""
      dir="auto"
      title={children}
      className="wrap-anywhere line-clamp-1 font-medium text-ink underline decoration-transparent underline-offset-2 hover:decoration-current"
    >
      {children}
    </Link>
  );
}

/** A link in running text. */
export function TextLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link
      href={href}
      prefetch={false}
      className="wrap-anywhere text-accent underline decoration-line-strong underline-offset-2 hover:decoration-current"
    >
      {children}
    </Link>
  );
}
