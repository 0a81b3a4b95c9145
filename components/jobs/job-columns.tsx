import { createColumnHelper } from "@tanstack/react-table";
import type { JobRow } from "../../core/contracts/views.ts";
import { tell, textOf } from "../../core/sentence.ts";
import { count } from "../display/amount.model.ts";
import { Sentence } from "../display/sentence.tsx";
import { Time } from "../display/time.tsx";
import { SelectBox } from "../rows/selection.tsx";
import { JobBadge } from "../state/state-badge.tsx";
import { OneLine } from "../ui/one-line.tsx";
import { RowLink, TextLink } from "../ui/row-link.tsx";
import { type Columns, type Features, VERY_WIDE_ONLY, WIDE_ONLY } from "../ui/table.ts";
import { jobName } from "./job-name.model.ts";
import { ResumeButton } from "./resume-button.tsx";

const column = createColumnHelper<Features, JobRow>();

const pick = column.display({
  id: "pick",
  header: () => <span className="sr-only">Selected</span>,
  meta: { className: "w-8" },
  cell: ({ row: { original: job } }) => <SelectBox id={job.id} label={`Select ${jobName(job)}`} />,
});
const name = column.display({
  id: "job",
  header: "Job",
  meta: { className: "w-1/2" },
  cell: ({ row: { original: job } }) => <JobCell job={job} />,
});
const state = column.display({
  id: "state",
  header: "State",
  cell: ({ row: { original: job } }) => <JobBadge job={job} inRow />,
});
const since = column.display({
  id: "since",
  header: "Since",
  meta: { className: `${WIDE_ONLY} whitespace-nowrap text-muted` },
  cell: ({ row: { original: job } }) => <Time at={job.stateAt} />,
});
const identifier = column.display({
  id: "identifier",
  header: "Identifier",
  meta: { className: WIDE_ONLY },
  cell: ({ row: { original: job } }) => <Identifiers job={job} />,
});
const place = column.display({
  id: "place",
  header: "Place",
  meta: { className: `${WIDE_ONLY} text-right text-muted tabular-nums` },
  cell: ({ row: { original: job } }) => count(job.ordinal),
});
const collection = column.display({
  id: "collection",
  header: "Collection",
  meta: { className: VERY_WIDE_ONLY },
  cell: ({ row: { original: job } }) => <OneLine text={job.collection} className="min-w-16 max-w-40" />,
});
const batch = column.display({
  id: "batch",
  header: "Batch",
  meta: { className: VERY_WIDE_ONLY },
  cell: ({ row: { original: job } }) => <TextLink href={`/batches/${job.batchId}`}>Batch</TextLink>,
});
const resume = column.display({
  id: "act",
  header: () => <span className="sr-only">Action</span>,
  meta: { className: "text-right" },
  cell: ({ row: { original: job } }) =>
    job.state === "Failed" ? <ResumeButton id={job.id} name={jobName(job)} /> : null,
});

/** The name, and below it why the job waits or failed. */
function JobCell({ job }: { job: JobRow }) {
  const why = job.state === "Failed" ? tell`${job.fault?.message ?? ""}` : (job.waitPieces ?? []);
  return (
    <div className="min-w-28 max-w-xl sm:min-w-40">
      <RowLink href={`/jobs/${job.id}`}>{jobName(job)}</RowLink>
      {why.length > 0 ? (
        <OneLine text={textOf(why)} className="text-muted text-sm">
          <Sentence pieces={why} />
        </OneLine>
      ) : null}
    </div>
  );
}

function Identifiers({ job }: { job: JobRow }) {
  const [first, ...more] = job.localIds;
  return (
    <div className="max-w-56 text-sm">
      {job.ark ? <OneLine text={job.ark} mono className="min-w-40" /> : null}
      {first ? (
        <span className="wrap-anywhere line-clamp-1 text-muted" title={job.localIds.join(", ")} dir="auto">
          {first}
          {more.length > 0 ? ` and ${more.length} more` : ""}
        </span>
      ) : null}
    </div>
  );
}

/** Columns of the list of all jobs. */
export const ALL_JOBS: Columns<JobRow> = column.columns([name, state, since, identifier, collection, batch]);
/** The same with a box to select each. */
export const PICKABLE_JOBS: Columns<JobRow> = column.columns([pick, ...ALL_JOBS]);
/** Columns of a batch's jobs, in their order of the manifest. */
export const BATCH_JOBS: Columns<JobRow> = column.columns([place, name, state, since, identifier]);
/** The same with a button that resumes what failed. */
export const RESUMABLE_JOBS: Columns<JobRow> = column.columns([
  place,
  name,
  state,
  since,
  identifier,
  resume,
]);
