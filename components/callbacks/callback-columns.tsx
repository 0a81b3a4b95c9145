import { createColumnHelper } from "@tanstack/react-table";
import type { CallbackRow } from "../../core/contracts/callback-views.ts";
import { shortId } from "../display/amount.model.ts";
import { Time } from "../display/time.tsx";
import { CallbackBadge } from "../state/state-badge.tsx";
import { OneLine } from "../ui/one-line.tsx";
import { RowLink } from "../ui/row-link.tsx";
import { type Columns, type Features, VERY_WIDE_ONLY, WIDE_ONLY } from "../ui/table.ts";

const column = createColumnHelper<Features, CallbackRow>();

export const ALL_CALLBACKS: Columns<CallbackRow> = column.columns([
  column.display({
    id: "job",
    header: "Job",
    cell: ({ row: { original: callback } }) => (
      <div className="min-w-32 max-w-2xl">
        <RowLink href={`/jobs/${callback.jobId}`}>{shortId(callback.jobId)}</RowLink>
        <OneLine
          text={
            callback.lastError && callback.status !== "Sent"
              ? `${callback.outcome}, ${callback.collection}: ${callback.lastError}`
              : `${callback.outcome}, ${callback.collection}`
          }
          className="text-muted text-sm"
        />
      </div>
    ),
  }),
  column.display({
    id: "receiver",
    header: "Receiver",
    meta: { className: WIDE_ONLY },
    cell: ({ row: { original: callback } }) => (
      <OneLine text={callback.receiver} mono className="min-w-24 max-w-56 text-sm" />
    ),
  }),
  column.display({
    id: "status",
    header: "Status",
    cell: ({ row: { original: callback } }) => <CallbackBadge status={callback.status} inRow />,
  }),
  column.display({
    id: "tries",
    header: "Tries",
    meta: { className: `${VERY_WIDE_ONLY} text-right tabular-nums` },
    cell: ({ row: { original: callback } }) => callback.attempts,
  }),
  column.display({
    id: "next",
    header: "Next try",
    meta: { className: `${WIDE_ONLY} whitespace-nowrap text-muted` },
    cell: ({ row: { original: callback } }) =>
      callback.nextTryAt ? <Time at={callback.nextTryAt} /> : "none",
  }),
  column.display({
    id: "created",
    header: "Job ended",
    meta: { className: "whitespace-nowrap text-muted" },
    cell: ({ row: { original: callback } }) => <Time at={callback.createdAt} />,
  }),
]);
