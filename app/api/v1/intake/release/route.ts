import { ReasonRequest } from "../../../../../core/contracts/requests.ts";
import { route } from "../../../../../lib/http.ts";
import { readJson } from "../../../../../lib/read-request.ts";
import { releaseHold } from "../../../../../operations/hold/release.ts";
import { apiContext } from "../../../../_server/context.ts";

export const dynamic = "force-dynamic";

/** Release it: what waited goes on at once, in its order. */
export const POST = route(async (request) => {
  const ctx = await apiContext(request, "POST api/v1/intake/release");
  return Response.json(await releaseHold(ctx, { ...(await readJson(request, ReasonRequest)), on: "intake" }));
});
