import { LaneChange } from "../../../../../core/contracts/lane-requests.ts";
import { route } from "../../../../../lib/http.ts";
import { readPathPart } from "../../../../../lib/read-path-part.ts";
import { readJson } from "../../../../../lib/read-request.ts";
import { getLane } from "../../../../../operations/lane/get.ts";
import { updateLaneSettings } from "../../../../../operations/lane/update.ts";
import { apiContext } from "../../../../_server/context.ts";

export const dynamic = "force-dynamic";

type Params = { params: Promise<{ serviceId: string }> };

/** One lane: why it waits, what is open, what comes next, what was tried. */
export const GET = route(async (request, { params }: Params) => {
  const ctx = await apiContext(request, "GET api/v1/lanes/[serviceId]");
  return Response.json(await getLane(ctx, readPathPart((await params).serviceId)));
});

/** Change its order, width and settings. */
export const PATCH = route(async (request, { params }: Params) => {
  const ctx = await apiContext(request, "PATCH api/v1/lanes/[serviceId]");
  const serviceId = readPathPart((await params).serviceId);
  const change = await readJson(request, LaneChange);
  return Response.json(await updateLaneSettings(ctx, { serviceId, ...change }));
});
