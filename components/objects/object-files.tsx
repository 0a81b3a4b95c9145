"use client";
import { createColumnHelper } from "@tanstack/react-table";
import { Download } from "lucide-react";
import { useMemo } from "react";
import type { ObjectFileView, ObjectVersionView } from "../../core/contracts/object-views.ts";
import { counted } from "../display/amount.model.ts";
import { Bytes } from "../display/amounts.tsx";
import { objectFileAddress, objectFilesQuery } from "../queries/objects.ts";
import { FilterLink } from "../rows/filter-link.tsx";
import { pageCursor } from "../rows/list-filters.model.ts";
import { RowsTable } from "../rows/rows-table.tsx";
import { useUrlFilter } from "../rows/use-url-filter.ts";
import { Empty } from "../ui/empty.tsx";
import { Mono } from "../ui/mono.tsx";
import { OneLine } from "../ui/one-line.tsx";
import { Panel } from "../ui/panel.tsx";
import { type Columns, type Features, VERY_WIDE_ONLY, WIDE_ONLY } from "../ui/table.ts";

const column = createColumnHelper<Features, ObjectFileView>();
const idOf = (file: ObjectFileView) => String(file.ordinal);

function columnsOf(objectId: string, version: number): Columns<ObjectFileView> {
  return column.columns([
    column.display({
      id: "path",
      header: "File",
      cell: ({ row: { original: file } }) => (
        <a
          href={objectFileAddress(objectId, version, file.ordinal)}
          download
          data-row-link=""
          dir="auto"
          aria-label={`Download ${file.path}`}
          title={file.path}
          className="flex min-w-32 max-w-xl items-start gap-1.5 font-medium underline decoration-transparent underline-offset-2 hover:decoration-current"
        >
          <Download aria-hidden size={14} className="mt-1 shrink-0 text-muted" />
          <span className="wrap-anywhere line-clamp-1 min-w-0">{file.path}</span>
        </a>
      ),
    }),
    column.display({
      id: "size",
      header: "Size",
      meta: { className: "whitespace-nowrap text-right" },
      cell: ({ row: { original: file } }) => <Bytes value={file.size} />,
    }),
    column.display({
      id: "type",
      header: "Media type",
      meta: { className: WIDE_ONLY },
      cell: ({ row: { original: file } }) => (
        <OneLine text={file.mediaType ?? ""} className="min-w-20 max-w-44" />
      ),
    }),
    column.display({
      id: "sha256",
      header: "SHA-256",
      meta: { className: VERY_WIDE_ONLY },
      cell: ({ row: { original: file } }) => (
        <Mono text={file.sha256} what={`SHA-256 of ${file.path}`} className="max-w-40 text-xs" inRow />
      ),
    }),
  ]);
}

/** The files of one version of an object, each to download. */
export function ObjectFiles({ objectId, version }: { objectId: string; version: ObjectVersionView }) {
  const url = useUrlFilter();
  const columns = useMemo(() => columnsOf(objectId, version.version), [objectId, version.version]);
  return (
    <Panel
      title={`Files of version ${version.version}`}
      aside={
        <span className="flex flex-wrap gap-x-3 text-muted">
          <span>
            {counted(version.fileCount, "file")}, <Bytes value={version.sizeBytes} />
          </span>
          {version.version > 1 ? (
            <FilterLink
              changes={{ version: String(version.version), show: "changes", files: undefined }}
              pressed={false}
              className="text-accent underline decoration-line-strong underline-offset-2"
            >
              Show what changed
            </FilterLink>
          ) : null}
        </span>
      }
    >
      <RowsTable
        query={objectFilesQuery(objectId, version.version, pageCursor(url.value, "files"))}
        caption={`Files of version ${version.version}, by path`}
        columns={columns}
        idOf={idOf}
        nouns={["file", "files"]}
        cursorName="files"
        empty={<Empty title="This version has no files." />}
      />
    </Panel>
  );
}
