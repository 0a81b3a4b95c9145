import { LaneQuery, LaneRequest } from "../../../../core/contracts/lane-requests.ts";
import { route } from "../../../../lib/http.ts";
import { readJson, readQuery } from "../../../../lib/read-request.ts";
import { createLane } from "../../../../operations/lane/create.ts";
import { listLanes } from "../../../../operations/lane/list.ts";
import { apiContext } from "../../../_server/context.ts";

export const dynamic = "force-dynamic";

/** Lanes, by service id. */
export const GET = route(async (request) =>
  Response.json(
    await listLanes(await apiContext(request, "GET api/v1/lanes"), readQuery(request, LaneQuery)),
  ),
);

/** Make a lane; a ledger's with a collection of its own. */
export const POST = route(async (request) => {
  const ctx = await apiContext(request, "POST api/v1/lanes");
  return Response.json(await createLane(ctx, await readJson(request, LaneRequest)), { status: 201 });
});
