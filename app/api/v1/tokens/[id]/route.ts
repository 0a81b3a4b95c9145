import { route } from "../../../../../lib/http.ts";
import { revokeToken } from "../../../../../operations/token/revoke.ts";
import { apiContext } from "../../../../_server/context.ts";

export const dynamic = "force-dynamic";

type Params = { params: Promise<{ id: string }> };

/** Revoke one of the person's own tokens, at once. */
export const DELETE = route(async (request, { params }: Params) => {
  const ctx = await apiContext(request);
  return Response.json(await revokeToken(ctx, (await params).id));
});
