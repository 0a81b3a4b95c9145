import { route } from "../../../../../lib/http.ts";
import { getBatch } from "../../../../../operations/batch/get.ts";
import { apiContext } from "../../../../_server/context.ts";

export const dynamic = "force-dynamic";

type Params = { params: Promise<{ id: string }> };

/** One batch: where it is, its jobs by state, its reports. */
export const GET = route(async (request, { params }: Params) => {
  const ctx = await apiContext(request);
  return Response.json(await getBatch(ctx, (await params).id));
});
