import { route } from "../../../../../lib/http.ts";
import { getObject } from "../../../../../operations/object/get.ts";
import { apiContext } from "../../../../_server/context.ts";

export const dynamic = "force-dynamic";

type Params = { params: Promise<{ id: string }> };

/** One stored object with its versions. */
export const GET = route(async (request, { params }: Params) => {
  const ctx = await apiContext(request, "GET api/v1/objects/[id]");
  return Response.json(await getObject(ctx, (await params).id));
});
