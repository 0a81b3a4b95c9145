import { route } from "../../../../../lib/http.ts";
import { getCallback } from "../../../../../operations/callback/get.ts";
import { apiContext } from "../../../../_server/context.ts";

export const dynamic = "force-dynamic";

type Params = { params: Promise<{ id: string }> };

/** One callback with its tries. */
export const GET = route(async (request, { params }: Params) => {
  const ctx = await apiContext(request, "GET api/v1/callbacks/[id]");
  return Response.json(await getCallback(ctx, (await params).id));
});
