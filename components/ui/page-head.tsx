import type { ReactNode } from "react";

type Props = {
  readonly title: string;
  /** Right of the title: count or state. */
  readonly beside?: ReactNode;
  /** Under the title: id, who and when. */
  readonly below?: ReactNode;
  readonly actions?: ReactNode;
};

/** A page's head: title, state, who and when, and its actions. */
export function PageHead({ title, beside, below, actions }: Props) {
  return (
    <header className="mb-5 flex flex-wrap items-start justify-between gap-3">
      <div className="min-w-[min(100%,12rem)] flex-1">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h1 tabIndex={-1} className="wrap-anywhere text-xl" dir="auto">
            {title}
          </h1>
          {beside}
        </div>
        {below ? (
          <div className="wrap-anywhere mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-muted">
            {below}
          </div>
        ) : null}
      </div>
      {actions ? (
        <div className="flex max-w-full flex-wrap gap-2" data-print="no">
          {actions}
        </div>
      ) : null}
    </header>
  );
}
