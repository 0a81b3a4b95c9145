import { ActRequest } from "../../../../../../core/contracts/requests.ts";
import { route } from "../../../../../../lib/http.ts";
import { readJson } from "../../../../../../lib/read-request.ts";
import { closeAccount } from "../../../../../../operations/person/close.ts";
import { apiContext } from "../../../../../_server/context.ts";

export const dynamic = "force-dynamic";

type Params = { params: Promise<{ id: string }> };

/** Close an account: sessions, tokens and link end at once. */
export const POST = route(async (request, { params }: Params) => {
  const ctx = await apiContext(request, "POST api/v1/people/[id]/close");
  const { reason } = await readJson(request, ActRequest);
  return Response.json(await closeAccount(ctx, { personId: (await params).id, reason }));
});
