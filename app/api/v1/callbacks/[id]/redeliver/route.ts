import { RedeliverRequest } from "../../../../../../core/contracts/callback-requests.ts";
import { route } from "../../../../../../lib/http.ts";
import { readJson } from "../../../../../../lib/read-request.ts";
import { redeliver } from "../../../../../../operations/callback/redeliver.ts";
import { apiContext } from "../../../../../_server/context.ts";

export const dynamic = "force-dynamic";

type Params = { params: Promise<{ id: string }> };

/** Send a callback again, under its old webhook-id. */
export const POST = route(async (request, { params }: Params) => {
  const ctx = await apiContext(request, "POST api/v1/callbacks/[id]/redeliver");
  const { id } = await params;
  return Response.json(await redeliver(ctx, { id, ...(await readJson(request, RedeliverRequest)) }));
});
