"use client";
import type { JobFilter } from "../queries/jobs.ts";
import { useSelection } from "../rows/selection.tsx";
import { Button } from "../ui/button.tsx";
import { BulkDialog } from "./bulk-dialog.tsx";
import { bulkOffers, type MayAct } from "./bulk-offers.model.ts";

type Props = { readonly filter: JobFilter; readonly may: MayAct };

/** Acts on the selected jobs, or on all the filter finds. */
export function BulkBar({ filter, may }: Props) {
  const { ids, clear } = useSelection();
  const offers = bulkOffers([...ids], filter, may);
  if (!offers) return null;
  const { label, ask, acts } = offers;
  const isSelection = ids.size > 0;
  return (
    <section
      aria-label={label}
      className="mb-3 flex flex-wrap items-center gap-2 rounded-md border border-line bg-raised px-3 py-2"
      data-print="no"
    >
      <span className="mr-2 font-medium tabular-nums">{label}</span>
      {acts.map(({ act, button }) => (
        <BulkDialog
          key={`${act} ${isSelection}`}
          act={act}
          ask={ask}
          button={button}
          {...(isSelection && { onClosed: clear })}
        />
      ))}
      {isSelection ? (
        <Button kind="quiet" onClick={clear}>
          Clear the selection
        </Button>
      ) : null}
    </section>
  );
}
