import { IncidentSilenceRequest } from "../../../../../../core/contracts/incident-requests.ts";
import { route } from "../../../../../../lib/http.ts";
import { readJson } from "../../../../../../lib/read-request.ts";
import { silenceIncident } from "../../../../../../operations/incident/silence.ts";
import { apiContext } from "../../../../../_server/context.ts";

export const dynamic = "force-dynamic";

type Params = { params: Promise<{ cause: string }> };

/** Show an incident no more as needing a person, until then at most; or again. */
export const POST = route(async (request, { params }: Params) => {
  const ctx = await apiContext(request, "POST api/v1/incidents/[cause]/silence");
  const { cause } = await params;
  return Response.json(
    await silenceIncident(ctx, { ...(await readJson(request, IncidentSilenceRequest)), cause }),
  );
});
