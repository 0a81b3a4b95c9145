import { ActRequest } from "../../../../../../core/contracts/requests.ts";
import { route } from "../../../../../../lib/http.ts";
import { readJson } from "../../../../../../lib/read-request.ts";
import { resumeBatch } from "../../../../../../operations/batch/resume.ts";
import { apiContext } from "../../../../../_server/context.ts";

export const dynamic = "force-dynamic";

type Params = { params: Promise<{ id: string }> };

/** Let a batch that stands still go on with making its jobs. */
export const POST = route(async (request, { params }: Params) => {
  const ctx = await apiContext(request, "POST api/v1/batches/[id]/resume");
  const { id } = await params;
  return Response.json(await resumeBatch(ctx, { batchId: id, ...(await readJson(request, ActRequest)) }));
});
