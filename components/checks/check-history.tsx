import Link from "next/link";
import type { CheckRow } from "../../core/contracts/check-views.ts";
import { Time } from "../display/time.tsx";
import { Panel } from "../ui/panel.tsx";
import { outcomeOf } from "./check-words.model.ts";

type Props = { readonly checks: readonly CheckRow[]; readonly shown: string | undefined };

/** The newest checks, each a link to what it found. */
export function CheckHistory({ checks, shown }: Props) {
  return (
    <Panel title="History">
      <ul className="rounded-md border border-line bg-surface">
        {checks.map((check) => (
          <li
            key={check.id}
            className="flex flex-wrap items-baseline gap-x-3 border-line border-b px-3 py-2 last:border-b-0"
          >
            <Link
              href={`/checks?run=${encodeURIComponent(check.id)}`}
              prefetch={false}
              className="text-accent-strong underline"
              aria-current={check.id === shown ? "true" : undefined}
            >
              <Time at={check.createdAt} />
            </Link>
            <span>{outcomeOf(check)}</span>
            <span className="text-muted text-sm">
              {check.requestedBy}
              {check.deep ? ", deep" : ""}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
