"use client";
import { createColumnHelper } from "@tanstack/react-table";
import { CircleCheck, CircleX, Clock } from "lucide-react";
import type { JobFileView, JobView } from "../../core/contracts/views.ts";
import { counted } from "../display/amount.model.ts";
import { Bytes } from "../display/amounts.tsx";
import { jobFilesQuery } from "../queries/jobs.ts";
import { pageCursor } from "../rows/list-filters.model.ts";
import { RowsTable } from "../rows/rows-table.tsx";
import { useUrlFilter } from "../rows/use-url-filter.ts";
import { Empty } from "../ui/empty.tsx";
import { Mono } from "../ui/mono.tsx";
import { Panel } from "../ui/panel.tsx";
import { type Columns, type Features, VERY_WIDE_ONLY, WIDE_ONLY } from "../ui/table.ts";
import { WebAddress } from "../ui/web-address.tsx";

const column = createColumnHelper<Features, JobFileView>();
const idOf = (file: JobFileView) => String(file.ordinal);

const name = column.display({
  id: "name",
  header: "File",
  cell: ({ row: { original: file } }) => (
    <div className="wrap-anywhere min-w-32 max-w-xl sm:min-w-40">
      <span className="font-medium" dir="auto">
        {file.name}
      </span>
      {file.url ? (
        <span className="block text-muted">
          <WebAddress address={file.url} />
        </span>
      ) : null}
      {file.fault ? (
        <p className="text-person text-sm" dir="auto">
          {file.fault.message}
        </p>
      ) : null}
    </div>
  ),
});
const check = column.display({
  id: "check",
  header: "Fixity",
  meta: { className: "sm:whitespace-nowrap" },
  cell: ({ row: { original: file } }) => <Fixity file={file} />,
});
const size = column.display({
  id: "size",
  header: "Size",
  meta: { className: "whitespace-nowrap text-right" },
  cell: ({ row: { original: file } }) => <Size file={file} />,
});
const type = column.display({
  id: "type",
  header: "Media type",
  meta: { className: WIDE_ONLY },
  cell: ({ row: { original: file } }) => file.mediaType ?? "",
});
const digest = column.display({
  id: "digest",
  header: "SHA-256",
  meta: { className: VERY_WIDE_ONLY },
  cell: ({ row: { original: file } }) =>
    file.sha256 ? (
      <Mono text={file.sha256} what={`SHA-256 of ${file.name}`} className="max-w-40 text-xs" />
    ) : null,
});

const COLUMNS: Columns<JobFileView> = column.columns([name, check, size, type, digest]);

function Fixity({ file }: { file: JobFileView }) {
  const tries = file.attempts > 1 ? `, ${counted(file.attempts, "try", "tries")}` : "";
  if (file.verifiedAt) {
    return (
      <span className="inline-flex items-center gap-1 text-done">
        <CircleCheck aria-hidden size={14} /> {file.digest ? "digest matches" : "fetched whole"}
        {tries}
      </span>
    );
  }
  if (file.fault) {
    return (
      <span className="inline-flex items-center gap-1 text-person">
        <CircleX aria-hidden size={14} /> failed{tries}
      </span>
    );
  }
  return (
    <span className="inline-flex items-center gap-1 text-waiting">
      <Clock aria-hidden size={14} /> not fetched yet{tries}
    </span>
  );
}

function Size({ file }: { file: JobFileView }) {
  if (file.size !== null) return <Bytes value={file.size} />;
  if (file.declaredSize === null) return <span className="text-muted">unknown</span>;
  return (
    <span className="text-muted">
      <Bytes value={file.declaredSize} /> declared
    </span>
  );
}

/** The files of a job, in the order of its manifest. */
export function JobFiles({ job }: { job: JobView }) {
  const url = useUrlFilter();
  return (
    <Panel
      title="Files"
      aside={
        job.files.count > 0 ? <span className="text-muted">{counted(job.files.count, "file")}</span> : null
      }
    >
      <RowsTable
        query={jobFilesQuery(job.id, pageCursor(url.value, "files"))}
        caption="Files of this job, in the order of its manifest"
        columns={COLUMNS}
        idOf={idOf}
        nouns={["file", "files"]}
        cursorName="files"
        empty={<Empty title="No files yet.">They appear here when the job's manifest has been read.</Empty>}
      />
    </Panel>
  );
}
