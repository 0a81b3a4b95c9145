import { IncidentResumeRequest } from "../../../../../../core/contracts/incident-requests.ts";
import { route } from "../../../../../../lib/http.ts";
import { readJson } from "../../../../../../lib/read-request.ts";
import { resumeIncident } from "../../../../../../operations/incident/resume.ts";
import { apiContext } from "../../../../../_server/context.ts";

export const dynamic = "force-dynamic";

type Params = { params: Promise<{ cause: string }> };

/** Run the failed jobs of one cause again, up to 10,000; tells which were refused and why. */
export const POST = route(async (request, { params }: Params) => {
  const ctx = await apiContext(request, "POST api/v1/incidents/[cause]/resume");
  const { cause } = await params;
  return Response.json(
    await resumeIncident(ctx, { ...(await readJson(request, IncidentResumeRequest)), cause }),
  );
});
