import { route } from "../../../../../lib/http.ts";
import { revokeToken } from "../../../../../operations/token/revoke.ts";
import { apiContext } from "../../../../_server/context.ts";

export const dynamic = "force-dynamic";

type Params = { params: Promise<{ id: string }> };

/** Revoke one of the person's own tokens, at once. */
export const DELETE = route(async (request, { params }: Params) => {
  const ctx = await apiContext(request, "DELETE api/v1/tokens/[id]");
  return Response.json(await revokeToken(ctx, { personId: ctx.actor.id, tokenId: (await params).id }));
});
