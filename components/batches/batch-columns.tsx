import { createColumnHelper } from "@tanstack/react-table";
import type { BatchRow } from "../../core/contracts/views.ts";
import { count, counted } from "../display/amount.model.ts";
import { Time } from "../display/time.tsx";
import { BatchBadge } from "../state/state-badge.tsx";
import { OneLine } from "../ui/one-line.tsx";
import { RowLink } from "../ui/row-link.tsx";
import { type Columns, type Features, VERY_WIDE_ONLY, WIDE_ONLY } from "../ui/table.ts";
import { jobProgress } from "./job-shares.model.ts";
import { JobsBar } from "./jobs-bar.tsx";
import { KIND_WORDS } from "./kind-words.model.ts";

const column = createColumnHelper<Features, BatchRow>();

const name = column.display({
  id: "batch",
  header: "Batch",
  meta: { className: "w-2/5" },
  cell: ({ row: { original: batch } }) => (
    <div className="min-w-32 max-w-xl">
      <RowLink href={`/batches/${batch.id}`}>{batch.title || batch.filename}</RowLink>
      <span className="flex min-w-0 gap-x-1 text-muted text-sm">
        {batch.title ? <OneLine text={batch.filename} className="min-w-0" /> : null}
        <span className="hidden shrink-0 sm:inline">{KIND_WORDS[batch.kind].toLowerCase()}</span>
        <span className="shrink-0 md:hidden">
          <Time at={batch.createdAt} />
        </span>
      </span>
    </div>
  ),
});
const state = column.display({
  id: "state",
  header: "State",
  cell: ({ row: { original: batch } }) => <BatchBadge batch={batch} inRow />,
});
const jobs = column.display({
  id: "jobs",
  header: "Jobs",
  meta: { className: `${WIDE_ONLY} w-52` },
  cell: ({ row: { original: batch } }) => <Jobs batch={batch} />,
});
const collection = column.display({
  id: "collection",
  header: "Collection",
  meta: { className: WIDE_ONLY },
  cell: ({ row: { original: batch } }) => <OneLine text={batch.collection} className="min-w-16 max-w-40" />,
});
const submitter = column.display({
  id: "submitter",
  header: "Deposited by",
  meta: { className: VERY_WIDE_ONLY },
  cell: ({ row: { original: batch } }) => <OneLine text={batch.submitter} className="min-w-24 max-w-44" />,
});
const accepted = column.display({
  id: "accepted",
  header: "Deposited",
  meta: { className: `${WIDE_ONLY} whitespace-nowrap text-muted` },
  cell: ({ row: { original: batch } }) => <Time at={batch.createdAt} />,
});

function Jobs({ batch }: { batch: BatchRow }) {
  const { all, done, failed } = jobProgress(batch.jobs);
  if (all === 0) return <span className="text-muted text-sm">none yet</span>;
  return (
    <div className="grid gap-1">
      <JobsBar counts={batch.jobs} waiting={batch.waiting} thin />
      <span className="text-muted text-xs tabular-nums">
        {count(done)} of {counted(all, "job")} done{failed > 0 ? `, ${count(failed)} failed` : ""}
      </span>
    </div>
  );
}

export const ALL_BATCHES: Columns<BatchRow> = column.columns([
  name,
  state,
  jobs,
  collection,
  submitter,
  accepted,
]);
