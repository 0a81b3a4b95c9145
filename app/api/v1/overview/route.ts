import { OverviewQuery } from "../../../../core/contracts/overview-requests.ts";
import { route } from "../../../../lib/http.ts";
import { readQuery } from "../../../../lib/read-request.ts";
import { getOverview } from "../../../../operations/overview/get.ts";
import { apiContext } from "../../../_server/context.ts";

export const dynamic = "force-dynamic";

/** What an operator looks at first. */
export const GET = route(async (request) =>
  Response.json(
    await getOverview(await apiContext(request, "GET api/v1/overview"), readQuery(request, OverviewQuery)),
  ),
);
