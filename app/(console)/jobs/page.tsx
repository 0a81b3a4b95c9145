import type { Metadata } from "next";
import { JobList } from "../../../components/jobs/job-list.tsx";
import { collectionsQuery } from "../../../components/queries/collections.ts";
import { jobsQuery } from "../../../components/queries/jobs.ts";
import { rowsData } from "../../../components/queries/rows.ts";
import { Seeds } from "../../../components/queries/seeds.tsx";
import { jobFilter } from "../../../components/rows/list-filters.model.ts";
import { listCollections } from "../../../operations/collection/list.ts";
import { listJobs } from "../../../operations/job/list.ts";
import { guarded } from "../_page/guard.tsx";
import { PAGE_LIMIT, readerOf } from "../_page/read.ts";

export const metadata: Metadata = { title: "Jobs" };

export default function JobsPage({ searchParams }: PageProps<"/jobs">) {
  return guarded(async (ctx) => {
    const filter = jobFilter(await readerOf(searchParams));
    const [page, collections] = await Promise.all([
      listJobs(ctx, { ...filter, limit: PAGE_LIMIT }),
      listCollections(ctx),
    ]);
    return (
      <Seeds
        seeds={[
          [jobsQuery(filter).queryKey, rowsData(page, filter.cursor)],
          [collectionsQuery().queryKey, collections],
        ]}
      >
        <JobList />
      </Seeds>
    );
  });
}
