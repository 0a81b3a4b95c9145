import type { Metadata } from "next";
import { shortId } from "../../../../components/display/amount.model.ts";
import { JobPage } from "../../../../components/jobs/job-page.tsx";
import { callbackQuery, jobCallbacksQuery, MOST_ENDINGS } from "../../../../components/queries/callbacks.ts";
import { eventsQuery } from "../../../../components/queries/events.ts";
import { jobFilesQuery, jobQuery } from "../../../../components/queries/jobs.ts";
import { rowsData } from "../../../../components/queries/rows.ts";
import { Seeds } from "../../../../components/queries/seeds.tsx";
import { pageCursor } from "../../../../components/rows/list-filters.model.ts";
import { getCallback } from "../../../../operations/callback/get.ts";
import { listCallbacks } from "../../../../operations/callback/list.ts";
import { listEvents } from "../../../../operations/event/list.ts";
import { getJob } from "../../../../operations/job/get.ts";
import { listJobFiles } from "../../../../operations/job/list-files.ts";
import { guarded } from "../../_page/guard.tsx";
import { PAGE_LIMIT, readerOf } from "../../_page/read.ts";

export async function generateMetadata({ params }: PageProps<"/jobs/[id]">): Promise<Metadata> {
  return { title: `Job ${shortId((await params).id)}` };
}

export default function JobRoute({ params, searchParams }: PageProps<"/jobs/[id]">) {
  return guarded(async (ctx) => {
    const { id } = await params;
    const value = await readerOf(searchParams);
    const cursor = pageCursor(value, "files");
    const events = { job: id, cursor: pageCursor(value, "events") };
    const job = await getJob(ctx, id);
    const [files, history, callbacks] = await Promise.all([
      listJobFiles(ctx, { jobId: id, cursor, limit: PAGE_LIMIT }),
      listEvents(ctx, { ...events, limit: PAGE_LIMIT }),
      listCallbacks(ctx, { job: id, limit: MOST_ENDINGS }),
    ]);
    const newest = callbacks.items[0] ? await getCallback(ctx, callbacks.items[0].id) : undefined;
    return (
      <Seeds
        seeds={[
          [jobQuery(id).queryKey, job],
          [jobFilesQuery(id, cursor).queryKey, rowsData(files, cursor)],
          [eventsQuery(events).queryKey, rowsData(history, events.cursor)],
          [jobCallbacksQuery(id).queryKey, callbacks.items],
          ...(newest ? [[callbackQuery(newest.id).queryKey, newest] as const] : []),
        ]}
      >
        <JobPage id={id} />
      </Seeds>
    );
  });
}
