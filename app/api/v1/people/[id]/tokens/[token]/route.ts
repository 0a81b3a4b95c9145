import { route } from "../../../../../../../lib/http.ts";
import { revokeToken } from "../../../../../../../operations/token/revoke.ts";
import { apiContext } from "../../../../../../_server/context.ts";

export const dynamic = "force-dynamic";

type Params = { params: Promise<{ id: string; token: string }> };

/** Revoke a token of a person, at once. */
export const DELETE = route(async (request, { params }: Params) => {
  const ctx = await apiContext(request, "DELETE api/v1/people/[id]/tokens/[token]");
  const { id: personId, token: tokenId } = await params;
  return Response.json(await revokeToken(ctx, { personId, tokenId }));
});
