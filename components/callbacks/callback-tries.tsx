import { createColumnHelper } from "@tanstack/react-table";
import type { DeliveryView } from "../../core/contracts/callback-views.ts";
import { duration } from "../display/time.model.ts";
import { ExactTime } from "../display/time.tsx";
import { DataTable } from "../ui/data-table.tsx";
import { type Columns, type Features, WIDE_ONLY } from "../ui/table.ts";

const column = createColumnHelper<Features, DeliveryView>();
const idOf = ({ at }: DeliveryView) => at;

const COLUMNS: Columns<DeliveryView> = column.columns([
  column.display({
    id: "at",
    header: "Tried",
    meta: { className: "whitespace-nowrap" },
    cell: ({ row: { original: tried } }) => <ExactTime at={tried.at} />,
  }),
  column.display({
    id: "answer",
    header: "Answer",
    cell: ({ row: { original: tried } }) => (
      <span className="whitespace-nowrap tabular-nums">{tried.httpStatus ?? "none"}</span>
    ),
  }),
  column.display({
    id: "took",
    header: "Took",
    meta: { className: `${WIDE_ONLY} whitespace-nowrap tabular-nums text-muted` },
    cell: ({ row: { original: tried } }) =>
      tried.tookMs < 1_000 ? `${tried.tookMs} ms` : duration(tried.tookMs),
  }),
  column.display({
    id: "words",
    header: "Receiver's reply",
    meta: { className: "w-full" },
    cell: ({ row: { original: tried } }) => (
      <span className="wrap-anywhere line-clamp-3" dir="auto" title={tried.message ?? ""}>
        {tried.message}
      </span>
    ),
  }),
]);

/** What each try of a callback came to, newest first. */
export function CallbackTries({ tries }: { tries: readonly DeliveryView[] }) {
  if (tries.length === 0) return <p className="text-muted">Not tried yet.</p>;
  return <DataTable caption="Tries, newest first" columns={COLUMNS} rows={tries} idOf={idOf} />;
}
