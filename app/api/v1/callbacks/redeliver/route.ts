import { RedeliverFailedRequest } from "../../../../../core/contracts/callback-requests.ts";
import { route } from "../../../../../lib/http.ts";
import { readJson } from "../../../../../lib/read-request.ts";
import { redeliverFailed } from "../../../../../operations/callback/redeliver-failed.ts";
import { apiContext } from "../../../../_server/context.ts";

export const dynamic = "force-dynamic";

/** Send all callbacks of a collection that were given up again. */
export const POST = route(async (request) => {
  const ctx = await apiContext(request, "POST api/v1/callbacks/redeliver");
  return Response.json(await redeliverFailed(ctx, await readJson(request, RedeliverFailedRequest)));
});
