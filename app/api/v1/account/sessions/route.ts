import { route } from "../../../../../lib/http.ts";
import { endSessions } from "../../../../../operations/session/end.ts";
import { apiContext } from "../../../../_server/context.ts";

export const dynamic = "force-dynamic";

/** End all own sessions but this one. */
export const DELETE = route(async (request) => {
  const ctx = await apiContext(request, "DELETE api/v1/account/sessions");
  return Response.json(await endSessions(ctx, ctx.actor.id));
});
