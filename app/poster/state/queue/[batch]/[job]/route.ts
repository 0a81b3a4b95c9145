import { route } from "../../../../../../lib/http.ts";
import { withMerrittAnswers } from "../../../../../../lib/merritt-http.ts";
import { readPathPart } from "../../../../../../lib/read-path-part.ts";
import { getJobState } from "../../../../../../operations/merritt/get-job-state.ts";
import { posterContext } from "../../../../../_server/poster.ts";

export const dynamic = "force-dynamic";

type Params = { params: Promise<{ batch: string; job: string }> };

/** Where one job of a batch stands. */
export const GET = route(
  withMerrittAnswers<Params>(async (request, { params }) => {
    const { batch, job } = await params;
    const ctx = await posterContext(request, "GET poster/state/queue/[batch]/[job]");
    return { state: await getJobState(ctx, { batchId: readPathPart(batch), jobId: readPathPart(job) }) };
  }),
);
