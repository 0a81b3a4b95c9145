import { WaybillError } from "../../../../../core/errors.ts";
import { route } from "../../../../../lib/http.ts";
import { withMerrittAnswers } from "../../../../../lib/merritt-http.ts";
import { readPathPart } from "../../../../../lib/read-path-part.ts";
import { getBatchState } from "../../../../../operations/merritt/get-batch-state.ts";
import { posterContext } from "../../../../_server/poster.ts";

export const dynamic = "force-dynamic";

type Params = { params: Promise<{ batch: string }> };

/** Where a batch stands, with its jobs; `after`: only those after this place. */
export const GET = route(
  withMerrittAnswers<Params>(async (request, { params }) => {
    const { batch } = await params;
    const ctx = await posterContext(request, "GET poster/state/queue/[batch]");
    const after = new URL(request.url).searchParams.get("after") || "0";
    if (!/^\d{1,9}$/.test(after))
      throw new WaybillError("bad_request", "after is the place of a job in its batch.");
    return { state: await getBatchState(ctx, { batchId: readPathPart(batch), after: Number(after) }) };
  }),
);
