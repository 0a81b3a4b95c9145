import type { MouseEvent } from "react";
import { count } from "../display/amount.model.ts";
import { Button } from "../ui/button.tsx";

type Props = {
  /** The next page as an address, for readers without script and for "open in new tab". */
  readonly href: string;
  readonly shown: number;
  readonly total?: number | undefined;
  readonly nouns: readonly [one: string, many: string];
  readonly busy: boolean;
  readonly onLoad: () => void;
};

function isPlain(event: MouseEvent): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
}

/** Appends the next page; without script a link to it. */
export function LoadMore({ href, shown, total, nouns, busy, onLoad }: Props) {
  return (
    <div className="flex flex-wrap items-center justify-center gap-3" data-print="no">
      <Button asChild>
        <a
          href={href}
          aria-disabled={busy}
          onClick={(event) => {
            if (!isPlain(event)) return;
            event.preventDefault();
            if (!busy) onLoad();
          }}
        >
          {busy ? `Loading ${nouns[1]}` : `Load more ${nouns[1]}`}
        </a>
      </Button>
      <span className="text-muted text-sm tabular-nums" role="status">
        {total === undefined
          ? `${count(shown)} shown, more to load`
          : `${count(shown)} of ${count(total)} shown`}
      </span>
    </div>
  );
}
