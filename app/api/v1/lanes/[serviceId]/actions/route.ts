import { LaneAction } from "../../../../../../core/contracts/lane-requests.ts";
import { route } from "../../../../../../lib/http.ts";
import { readPathPart } from "../../../../../../lib/read-path-part.ts";
import { readJson } from "../../../../../../lib/read-request.ts";
import { performOnLane } from "../../../../../../operations/lane/perform.ts";
import { apiContext } from "../../../../../_server/context.ts";

export const dynamic = "force-dynamic";

type Params = { params: Promise<{ serviceId: string }> };

/** Act on a lane or one of its batches; every act has a reason. */
export const POST = route(async (request, { params }: Params) => {
  const ctx = await apiContext(request, "POST api/v1/lanes/[serviceId]/actions");
  const serviceId = readPathPart((await params).serviceId);
  return Response.json(await performOnLane(ctx, serviceId, await readJson(request, LaneAction)));
});
