import { route } from "../../../../../lib/http.ts";
import { withMerrittAnswers } from "../../../../../lib/merritt-http.ts";
import { readPathPart } from "../../../../../lib/read-path-part.ts";
import { listJobsOfBatch } from "../../../../../operations/merritt/list-jobs-of-batch.ts";
import { posterContext } from "../../../../_server/poster.ts";

export const dynamic = "force-dynamic";

type Params = { params: Promise<{ batch: string }> };

/** A batch's jobs, by place. */
export const GET = route(
  withMerrittAnswers<Params>(async (request, { params }) => {
    const { batch } = await params;
    return {
      state: await listJobsOfBatch(
        await posterContext(request, "GET poster/admin/bid/[batch]"),
        readPathPart(batch),
      ),
    };
  }),
);
