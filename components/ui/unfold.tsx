import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { join } from "./join.ts";

type Props = {
  /** Each on one line, cut where there is no more room. */
  readonly first: ReactNode;
  readonly second?: ReactNode;
  /** What is there only unfolded. */
  readonly children?: ReactNode;
  readonly className?: string;
};

const LINE = "wrap-anywhere line-clamp-1 group-open:line-clamp-none";

/** Text in a row that stands nowhere else: on one line or two, and whole when it is pressed, since a phone has no hover. */
export function Unfold({ first, second, children, className }: Props) {
  return (
    <details className={join("group min-w-0", className)}>
      <summary className="flex cursor-pointer list-none items-start gap-1">
        <span className="flex h-[1.5em] shrink-0 items-center text-muted">
          <ChevronRight aria-hidden size={14} className="group-open:rotate-90" />
        </span>
        <span className="min-w-0">
          <span className={LINE} dir="auto">
            {first}
          </span>
          {second === undefined ? null : (
            <span className={LINE} dir="auto">
              {second}
            </span>
          )}
        </span>
      </summary>
      {children}
    </details>
  );
}
