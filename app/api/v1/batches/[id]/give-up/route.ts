import { ActRequest } from "../../../../../../core/contracts/requests.ts";
import { route } from "../../../../../../lib/http.ts";
import { readJson } from "../../../../../../lib/read-request.ts";
import { giveUpBatch } from "../../../../../../operations/batch/give-up.ts";
import { apiContext } from "../../../../../_server/context.ts";

export const dynamic = "force-dynamic";

type Params = { params: Promise<{ id: string }> };

/** Give up what was not made of a batch that stands still. */
export const POST = route(async (request, { params }: Params) => {
  const ctx = await apiContext(request, "POST api/v1/batches/[id]/give-up");
  const { id } = await params;
  return Response.json(await giveUpBatch(ctx, { batchId: id, ...(await readJson(request, ActRequest)) }));
});
