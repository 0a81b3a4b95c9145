import { route } from "../../../../../lib/http.ts";
import { withMerrittAnswers } from "../../../../../lib/merritt-http.ts";
import { listRecentBatches } from "../../../../../operations/merritt/list-recent-batches.ts";
import { posterContext } from "../../../../_server/poster.ts";

export const dynamic = "force-dynamic";

type Params = { params: Promise<{ days: string }> };

/** The batches of the last days, newest first. */
export const GET = route(
  withMerrittAnswers<Params>(async (request, { params }) => {
    const { days } = await params;
    return {
      state: await listRecentBatches(await posterContext(request, "GET poster/admin/bids/[days]"), days),
    };
  }),
);
