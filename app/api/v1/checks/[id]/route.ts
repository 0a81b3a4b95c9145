import { FindingQuery } from "../../../../../core/contracts/check-requests.ts";
import { route } from "../../../../../lib/http.ts";
import { readQuery } from "../../../../../lib/read-request.ts";
import { getCheck } from "../../../../../operations/check/get.ts";
import { apiContext } from "../../../../_server/context.ts";

export const dynamic = "force-dynamic";

type Params = { params: Promise<{ id: string }> };

/** One check with a page of its findings. */
export const GET = route(async (request, { params }: Params) => {
  const ctx = await apiContext(request, "GET api/v1/checks/[id]");
  return Response.json(await getCheck(ctx, (await params).id, readQuery(request, FindingQuery)));
});
