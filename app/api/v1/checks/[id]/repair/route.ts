import { RepairRequest } from "../../../../../../core/contracts/check-requests.ts";
import { route } from "../../../../../../lib/http.ts";
import { readJson } from "../../../../../../lib/read-request.ts";
import { repairFindings } from "../../../../../../operations/check/repair.ts";
import { apiContext } from "../../../../../_server/context.ts";

export const dynamic = "force-dynamic";

type Params = { params: Promise<{ id: string }> };

/** Ask for repairs; a worker does them. */
export const POST = route(async (request, { params }: Params) => {
  const ctx = await apiContext(request, "POST api/v1/checks/[id]/repair");
  const asked = await readJson(request, RepairRequest);
  return Response.json(await repairFindings(ctx, { ...asked, id: (await params).id }), { status: 202 });
});
