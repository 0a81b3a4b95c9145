import { ReasonRequest } from "../../../../../../core/contracts/requests.ts";
import { route } from "../../../../../../lib/http.ts";
import { readJson } from "../../../../../../lib/read-request.ts";
import { cancelBatch } from "../../../../../../operations/batch/cancel.ts";
import { apiContext } from "../../../../../_server/context.ts";

export const dynamic = "force-dynamic";

type Params = { params: Promise<{ id: string }> };

/** Cancel a deposit that waits for its turn. */
export const POST = route(async (request, { params }: Params) => {
  const ctx = await apiContext(request, "POST api/v1/batches/[id]/cancel");
  const { id } = await params;
  return Response.json(await cancelBatch(ctx, { batchId: id, ...(await readJson(request, ReasonRequest)) }));
});
