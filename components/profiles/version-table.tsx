import { createColumnHelper } from "@tanstack/react-table";
import type { ProfileVersionRow } from "../../core/contracts/profile-views.ts";
import { Time } from "../display/time.tsx";
import { DataTable } from "../ui/data-table.tsx";
import { OneLine } from "../ui/one-line.tsx";
import type { Columns, Features } from "../ui/table.ts";

const column = createColumnHelper<Features, ProfileVersionRow>();
const idOf = ({ version }: ProfileVersionRow) => String(version);

const COLUMNS: Columns<ProfileVersionRow> = column.columns([
  column.display({
    id: "version",
    header: "Version",
    cell: ({ row: { original } }) => <span className="tabular-nums">{original.version}</span>,
  }),
  column.display({
    id: "at",
    header: "Since",
    cell: ({ row: { original } }) => (
      <div className="max-w-xl">
        <Time at={original.createdAt} />
        <OneLine text={`by ${original.createdBy}`} className="text-muted text-sm" />
      </div>
    ),
  }),
  column.display({
    id: "batches",
    header: "Batches",
    meta: { className: "text-right tabular-nums" },
    cell: ({ row: { original } }) => original.batches.toLocaleString("en"),
  }),
]);

/** The versions of a profile, newest first. A batch keeps the one it was accepted under. */
export function VersionTable({ versions }: { versions: readonly ProfileVersionRow[] }) {
  return <DataTable caption="Versions of the profile" columns={COLUMNS} rows={versions} idOf={idOf} />;
}
