import { CircleCheck, CircleX, Info, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { join } from "./join.ts";

const KINDS = {
  info: { icon: Info, classes: "border-line bg-surface", mark: "text-muted" },
  good: { icon: CircleCheck, classes: "border-done-solid bg-done-soft", mark: "text-done" },
  warning: { icon: TriangleAlert, classes: "border-time-solid bg-time-soft", mark: "text-time" },
  error: { icon: CircleX, classes: "border-person-solid bg-person-soft", mark: "text-person" },
} as const;

type Props = {
  readonly kind: keyof typeof KINDS;
  readonly title: ReactNode;
  readonly children?: ReactNode;
  /** `alert` is read out at once, `status` when there is time; without it the notice was there from the start. */
  readonly role?: "alert" | "status";
};

/** A sentence that matters, with what to do below it. */
export function Notice({ kind, title, children, role }: Props) {
  const { icon: Icon, classes, mark } = KINDS[kind];
  return (
    <div {...(role ? { role } : {})} className={join("flex gap-2.5 rounded-md border px-3 py-2.5", classes)}>
      <Icon aria-hidden size={18} className={join("mt-0.5 shrink-0", mark)} />
      <div className="wrap-anywhere min-w-0 flex-1">
        <p className="font-medium" dir="auto">
          {title}
        </p>
        {children}
      </div>
    </div>
  );
}
