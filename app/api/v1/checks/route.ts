import { CheckQuery, CheckRequest } from "../../../../core/contracts/check-requests.ts";
import { route } from "../../../../lib/http.ts";
import { readJson, readQuery } from "../../../../lib/read-request.ts";
import { listChecks } from "../../../../operations/check/list.ts";
import { requestCheck } from "../../../../operations/check/request.ts";
import { apiContext } from "../../../_server/context.ts";

export const dynamic = "force-dynamic";

/** Checks, newest first. */
export const GET = route(async (request) =>
  Response.json(
    await listChecks(await apiContext(request, "GET api/v1/checks"), readQuery(request, CheckQuery)),
  ),
);

/** Ask for a check; a worker makes it. */
export const POST = route(async (request) => {
  const ctx = await apiContext(request, "POST api/v1/checks");
  return Response.json(await requestCheck(ctx, await readJson(request, CheckRequest)), { status: 202 });
});
