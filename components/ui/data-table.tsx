"use client";
import { type ReactTable, type Row as TableRow, useTable } from "@tanstack/react-table";
import { memo } from "react";
import { join } from "./join.ts";
import { type Columns, type Features, features } from "./table.ts";

type Props<Row extends object> = {
  /** For screen readers: what the rows are and their order. */
  readonly caption: string;
  readonly columns: Columns<Row>;
  readonly rows: readonly Row[];
  readonly idOf: (row: Row) => string;
  /** The rows belong to the filter before; the new ones are on their way. */
  readonly busy?: boolean;
};

/** A table of rows; the first cell's link carries `data-row-link`, where j, k and Enter work. */
export function DataTable<Row extends object>({ caption, columns, rows, idOf, busy = false }: Props<Row>) {
  const table = useTable({ features, columns, data: rows, getRowId: idOf });
  return (
    <div
      className={join(
        "relative overflow-x-auto rounded-md border border-line bg-surface transition-opacity 2xl:overflow-visible",
        busy && "opacity-60",
      )}
      aria-busy={busy}
    >
      <table className="w-full border-collapse text-left">
        <caption className="sr-only">{caption}</caption>
        <Head table={table} />
        <tbody>
          {table.getRowModel().rows.map((row) => (
            <DataRow key={row.id} table={table} row={row} columns={columns} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

type RowProps<Row extends object> = {
  readonly table: ReactTable<Features, Row>;
  readonly row: TableRow<Features, Row>;
  readonly columns: Columns<Row>;
};

/** A thousand rows are read again several times a minute while jobs run: only those that differ are drawn again. */
const DataRow = memo(
  DrawnRow,
  (before, after) => before.row.original === after.row.original && before.columns === after.columns,
) as typeof DrawnRow;

function DrawnRow<Row extends object>({ table, row }: RowProps<Row>) {
  return (
    <tr className="h-(--row) border-line border-b last:border-b-0 focus-within:bg-sunken hover:bg-sunken">
      {row.getAllCells().map((cell) => (
        <td key={cell.id} className={join("px-3 py-1 align-middle", cell.column.columnDef.meta?.className)}>
          <table.FlexRender cell={cell} />
        </td>
      ))}
    </tr>
  );
}

function Head<Row extends object>({ table }: { table: ReactTable<Features, Row> }) {
  return (
    <thead>
      {table.getHeaderGroups().map((group) => (
        <tr key={group.id}>
          {group.headers.map((header) => (
            <th
              key={header.id}
              scope="col"
              className={join(
                "z-10 h-9 whitespace-nowrap border-line border-b bg-surface px-3 font-medium text-muted text-sm first:rounded-tl-md last:rounded-tr-md 2xl:sticky 2xl:top-12",
                header.column.columnDef.meta?.className,
              )}
            >
              <table.FlexRender header={header} />
            </th>
          ))}
        </tr>
      ))}
    </thead>
  );
}
