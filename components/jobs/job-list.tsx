"use client";
import { useQuery } from "@tanstack/react-query";
import type { JobRow } from "../../core/contracts/views.ts";
import { JOB_STATES } from "../../core/job/states.ts";
import { useViewer } from "../frame/viewer.tsx";
import { collectionsQuery } from "../queries/collections.ts";
import { jobsQuery } from "../queries/jobs.ts";
import { FilterBar } from "../rows/filter-bar.tsx";
import { isNarrowed, jobFilter } from "../rows/list-filters.model.ts";
import { RowsTable } from "../rows/rows-table.tsx";
import { SelectionProvider } from "../rows/selection.tsx";
import { useUrlFilter } from "../rows/use-url-filter.ts";
import { JOB_LOOKS } from "../state/job.model.ts";
import { Empty } from "../ui/empty.tsx";
import { PageHead } from "../ui/page-head.tsx";
import { BulkBar } from "./bulk-bar.tsx";
import { ALL_JOBS, PICKABLE_JOBS } from "./job-columns.tsx";

const idOf = (job: JobRow) => job.id;
const STATES = JOB_STATES.map((state) => ({ value: state, label: JOB_LOOKS[state].word }));

/** All jobs one can see, newest first. */
export function JobList() {
  const url = useUrlFilter();
  const collections = useQuery(collectionsQuery()).data ?? [];
  const filter = jobFilter(url.value);
  const filtered = isNarrowed(filter);
  const { may } = useViewer();
  const mayAct = { resume: may["resume-job"], delete: may.delete };
  return (
    <SelectionProvider key={JSON.stringify(filter)}>
      <PageHead title="Jobs" />
      <FilterBar
        search="File name, title, identifier or id"
        choices={[
          { name: "state", label: "Filter by state", all: "All states", options: STATES },
          {
            name: "collection",
            label: "Filter by collection",
            all: "All collections",
            options: collections.map(({ slug, name }) => ({ value: slug, label: name })),
          },
        ]}
      />
      <BulkBar filter={filter} may={mayAct} />
      <RowsTable
        query={jobsQuery(filter)}
        caption="Jobs, newest first"
        columns={mayAct.resume || mayAct.delete ? PICKABLE_JOBS : ALL_JOBS}
        idOf={idOf}
        nouns={["job", "jobs"]}
        empty={
          filtered ? (
            <Empty title="Nothing matches these filters.">Clear them to see everything.</Empty>
          ) : (
            <Empty title="No jobs yet.">One appears here for each object of a deposit.</Empty>
          )
        }
      />
    </SelectionProvider>
  );
}
