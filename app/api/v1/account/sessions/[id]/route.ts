import { route } from "../../../../../../lib/http.ts";
import { endSession } from "../../../../../../operations/session/end.ts";
import { apiContext } from "../../../../../_server/context.ts";

export const dynamic = "force-dynamic";

type Params = { params: Promise<{ id: string }> };

/** End one of the own sessions, at once. */
export const DELETE = route(async (request, { params }: Params) => {
  const ctx = await apiContext(request, "DELETE api/v1/account/sessions/[id]");
  const { id: sessionId } = await params;
  return Response.json(await endSession(ctx, { personId: ctx.actor.id, sessionId }));
});
