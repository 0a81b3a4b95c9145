import { Clock, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { Time } from "../display/time.tsx";
import { join } from "../ui/join.ts";

type Props = {
  readonly family: "person" | "time";
  readonly message: string;
  readonly since: string;
  /** After since when, in the same line. */
  readonly facts?: ReactNode;
  readonly children?: ReactNode;
  /** What can be done about it. */
  readonly actions: ReactNode;
};

/** One thing that waits for a person: what, since when, and what to do. */
export function NeedRow({ family, message, since, facts, children, actions }: Props) {
  const Icon = family === "person" ? TriangleAlert : Clock;
  return (
    <li className="flex flex-wrap items-start gap-x-3 gap-y-2 border-line border-b px-3 py-2.5 last:border-b-0">
      <Icon
        aria-hidden
        size={16}
        className={join("mt-0.5 shrink-0", family === "person" ? "text-person" : "text-time")}
      />
      <div className="wrap-anywhere min-w-[min(100%,14rem)] flex-1">
        <p className="font-medium" dir="auto">
          {message}
        </p>
        <p className="text-muted text-sm">
          Began <Time at={since} />
          {facts}
        </p>
        {children}
      </div>
      <div className="flex flex-wrap items-center gap-2">{actions}</div>
    </li>
  );
}
