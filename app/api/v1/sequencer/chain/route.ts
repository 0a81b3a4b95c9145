import { ChainQuery } from "../../../../../core/contracts/sequencer-requests.ts";
import { route } from "../../../../../lib/http.ts";
import { readQuery } from "../../../../../lib/read-request.ts";
import { verifySome } from "../../../../../operations/sequencer/verify-some.ts";
import { apiContext } from "../../../../_server/context.ts";

export const dynamic = "force-dynamic";

/** Verify the chain of epochs for two seconds. */
export const GET = route(async (request) => {
  const ctx = await apiContext(request, "GET api/v1/sequencer/chain");
  return Response.json(await verifySome(ctx, readQuery(request, ChainQuery).after));
});
