"use client";
import { createColumnHelper } from "@tanstack/react-table";
import { CircleCheck, CircleX, Clock } from "lucide-react";
import type { JobFileView, JobView } from "../../core/contracts/views.ts";
import { bytes, counted } from "../display/amount.model.ts";
import { Bytes } from "../display/amounts.tsx";
import { jobFilesQuery } from "../queries/jobs.ts";
import { pageCursor } from "../rows/list-filters.model.ts";
import { RowsTable } from "../rows/rows-table.tsx";
import { useUrlFilter } from "../rows/use-url-filter.ts";
import { Empty } from "../ui/empty.tsx";
import { join } from "../ui/join.ts";
import { Mono } from "../ui/mono.tsx";
import { OneLine } from "../ui/one-line.tsx";
import { Panel } from "../ui/panel.tsx";
import { type Columns, type Features, VERY_WIDE_ONLY, WIDE_ONLY } from "../ui/table.ts";
import { Unfold } from "../ui/unfold.tsx";
import { WebAddress } from "../ui/web-address.tsx";

const column = createColumnHelper<Features, JobFileView>();
const idOf = (file: JobFileView) => String(file.ordinal);

const name = column.display({
  id: "name",
  header: "File",
  cell: ({ row: { original: file } }) => (
    <div className="min-w-32 max-w-xl sm:min-w-40">
      <OneLine text={file.name} className="font-medium" />
      {file.fault ? (
        <Unfold
          className="text-sm"
          first={<span className={faultTone(file.fault)}>{file.fault.message}</span>}
        >
          {file.url ? (
            <p className="text-muted">
              from <WebAddress address={file.url} />
            </p>
          ) : null}
        </Unfold>
      ) : file.warning ? (
        <OneLine text={file.warning.message} className="text-sm text-time" />
      ) : file.url ? (
        <span className="line-clamp-1 text-muted text-sm" title={file.url}>
          <WebAddress address={file.url} />
        </span>
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
  cell: ({ row: { original: file } }) => (
    <OneLine text={file.mediaType ?? file.declaredMediaType ?? ""} className="min-w-16 max-w-44" />
  ),
});
const digest = column.display({
  id: "digest",
  header: "SHA-256",
  meta: { className: VERY_WIDE_ONLY },
  cell: ({ row: { original: file } }) =>
    file.sha256 ? (
      <Mono
        text={file.sha256}
        what={`SHA-256 of ${file.name}`}
        className="max-w-20 text-xs 2xl:max-w-40"
        inRow
      />
    ) : null,
});

const COLUMNS: Columns<JobFileView> = column.columns([name, check, size, type, digest]);

/** Red only where somebody has to act. */
function faultTone({ who }: NonNullable<JobFileView["fault"]>): string {
  return who === "nobody" ? "text-time" : "text-person";
}

function Fixity({ file }: { file: JobFileView }) {
  const tries = file.attempts > 1 ? `, ${counted(file.attempts, "try", "tries")}` : "";
  if (file.verifiedAt) {
    return (
      <span className="inline-flex items-center gap-1 text-done">
        <CircleCheck aria-hidden size={14} /> {file.digest ? "digest matches" : "complete"}
        {tries}
      </span>
    );
  }
  if (file.fault) {
    return (
      <span className={join("inline-flex items-center gap-1", faultTone(file.fault))}>
        <CircleX aria-hidden size={14} /> failed{tries}
      </span>
    );
  }
  return (
    <span className="inline-flex items-center gap-1 text-waiting">
      <Clock aria-hidden size={14} /> {file.received === "0" ? "not fetched yet" : "being fetched"}
      {tries}
    </span>
  );
}

function Size({ file }: { file: JobFileView }) {
  if (file.size !== null) return <Bytes value={file.size} />;
  if (file.received !== "0")
    return (
      <span className="text-moving">
        <Bytes value={file.received} />
        {file.declaredSize === null ? " so far" : <> of {bytes(file.declaredSize)}</>}
      </span>
    );
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
        empty={<Empty title="No files yet.">They appear here once the job's manifest has been read.</Empty>}
      />
    </Panel>
  );
}
