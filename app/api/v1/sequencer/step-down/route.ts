import { StepDownRequest } from "../../../../../core/contracts/sequencer-requests.ts";
import { route } from "../../../../../lib/http.ts";
import { readJson } from "../../../../../lib/read-request.ts";
import { stepDown } from "../../../../../operations/sequencer/step-down.ts";
import { apiContext } from "../../../../_server/context.ts";

export const dynamic = "force-dynamic";

/** Have the next of the ring write the beats. */
export const POST = route(async (request) => {
  const ctx = await apiContext(request, "POST api/v1/sequencer/step-down");
  return Response.json(await stepDown(ctx, await readJson(request, StepDownRequest)), { status: 202 });
});
