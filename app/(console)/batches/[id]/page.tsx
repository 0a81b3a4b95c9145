import type { Metadata } from "next";
import { BatchPage } from "../../../../components/batches/batch-page.tsx";
import { shortId } from "../../../../components/display/amount.model.ts";
import { batchQuery } from "../../../../components/queries/batches.ts";
import { eventsQuery } from "../../../../components/queries/events.ts";
import { FAULTS_SHOWN, failedJobsQuery, jobsQuery } from "../../../../components/queries/jobs.ts";
import { rowsData } from "../../../../components/queries/rows.ts";
import { Seeds } from "../../../../components/queries/seeds.tsx";
import { batchJobsFilter, pageCursor } from "../../../../components/rows/list-filters.model.ts";
import { getBatch } from "../../../../operations/batch/get.ts";
import { listEvents } from "../../../../operations/event/list.ts";
import { listJobs } from "../../../../operations/job/list.ts";
import { guarded } from "../../_page/guard.tsx";
import { PAGE_LIMIT, readerOf } from "../../_page/read.ts";

export async function generateMetadata({ params }: PageProps<"/batches/[id]">): Promise<Metadata> {
  return { title: `Batch ${shortId((await params).id)}` };
}

export default function BatchRoute({ params, searchParams }: PageProps<"/batches/[id]">) {
  return guarded(async (ctx) => {
    const { id } = await params;
    const value = await readerOf(searchParams);
    const filter = batchJobsFilter(id, value);
    const events = { batch: id, cursor: pageCursor(value, "events") };
    const batch = await getBatch(ctx, id);
    const [jobs, failed, history] = await Promise.all([
      listJobs(ctx, { ...filter, limit: PAGE_LIMIT }),
      listJobs(ctx, { batch: id, state: "Failed", limit: FAULTS_SHOWN }),
      listEvents(ctx, { ...events, limit: PAGE_LIMIT }),
    ]);
    return (
      <Seeds
        seeds={[
          [batchQuery(id).queryKey, batch],
          [jobsQuery(filter).queryKey, rowsData(jobs, filter.cursor)],
          [failedJobsQuery(id).queryKey, rowsData(failed, undefined)],
          [eventsQuery(events).queryKey, rowsData(history, events.cursor)],
        ]}
      >
        <BatchPage id={id} />
      </Seeds>
    );
  });
}
