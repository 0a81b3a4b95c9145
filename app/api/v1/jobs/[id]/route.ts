import { route } from "../../../../../lib/http.ts";
import { getJob } from "../../../../../operations/job/get.ts";
import { apiContext } from "../../../../_server/context.ts";

export const dynamic = "force-dynamic";

type Params = { params: Promise<{ id: string }> };

/** One job. */
export const GET = route(async (request, { params }: Params) => {
  const ctx = await apiContext(request);
  return Response.json(await getJob(ctx, (await params).id));
});
