import { route } from "../../../../../../lib/http.ts";
import { endSessions } from "../../../../../../operations/session/end.ts";
import { apiContext } from "../../../../../_server/context.ts";

export const dynamic = "force-dynamic";

type Params = { params: Promise<{ id: string }> };

/** End all sessions of a person, but the one that asks. */
export const DELETE = route(async (request, { params }: Params) => {
  const ctx = await apiContext(request, "DELETE api/v1/people/[id]/sessions");
  return Response.json(await endSessions(ctx, (await params).id));
});
