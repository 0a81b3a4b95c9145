import { ReasonRequest } from "../../../../../../core/contracts/requests.ts";
import { route } from "../../../../../../lib/http.ts";
import { readJson } from "../../../../../../lib/read-request.ts";
import { sendUpdateReport } from "../../../../../../operations/batch/update-report.ts";
import { apiContext } from "../../../../../_server/context.ts";

export const dynamic = "force-dynamic";

type Params = { params: Promise<{ id: string }> };

/** Send an update report of a failed batch: only what changed since the last one. */
export const POST = route(async (request, { params }: Params) => {
  const ctx = await apiContext(request, "POST api/v1/batches/[id]/update-report");
  const { id } = await params;
  return Response.json(
    await sendUpdateReport(ctx, { ...(await readJson(request, ReasonRequest)), batchId: id }),
  );
});
