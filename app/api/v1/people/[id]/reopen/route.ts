import { ReasonRequest } from "../../../../../../core/contracts/requests.ts";
import { route } from "../../../../../../lib/http.ts";
import { readJson } from "../../../../../../lib/read-request.ts";
import { reopenAccount } from "../../../../../../operations/person/reopen.ts";
import { apiContext } from "../../../../../_server/context.ts";

export const dynamic = "force-dynamic";

type Params = { params: Promise<{ id: string }> };

/** Reopen a closed account; what ended with it stays ended. */
export const POST = route(async (request, { params }: Params) => {
  const ctx = await apiContext(request, "POST api/v1/people/[id]/reopen");
  const { reason } = await readJson(request, ReasonRequest);
  return Response.json(await reopenAccount(ctx, { personId: (await params).id, reason }));
});
