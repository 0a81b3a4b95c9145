import { route } from "../../../../../../../lib/http.ts";
import { endSession } from "../../../../../../../operations/session/end.ts";
import { apiContext } from "../../../../../../_server/context.ts";

export const dynamic = "force-dynamic";

type Params = { params: Promise<{ id: string; session: string }> };

/** End one session of a person, at once. */
export const DELETE = route(async (request, { params }: Params) => {
  const ctx = await apiContext(request, "DELETE api/v1/people/[id]/sessions/[session]");
  const { id: personId, session: sessionId } = await params;
  return Response.json(await endSession(ctx, { personId, sessionId }));
});
