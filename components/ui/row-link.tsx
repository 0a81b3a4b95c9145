import Link from "next/link";
import type { ReactNode } from "react";

/** The link of a row; j and k move between these, Enter opens. */
export function RowLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link
      href={href}
      prefetch={false}
      data-row-link=""
      dir="auto"
      className="wrap-anywhere line-clamp-2 font-medium text-ink underline decoration-transparent underline-offset-2 hover:decoration-current"
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
      className="text-accent underline decoration-line-strong underline-offset-2 hover:decoration-current"
    >
      {children}
    </Link>
  );
}
