import { JobQuery } from "../../../../core/contracts/requests.ts";
import { route } from "../../../../lib/http.ts";
import { readQuery } from "../../../../lib/read-request.ts";
import { listJobs } from "../../../../operations/job/list.ts";
import { apiContext } from "../../../_server/context.ts";

export const dynamic = "force-dynamic";

/** Jobs; see docs/reference/api.md for their order. */
export const GET = route(async (request) =>
  Response.json(await listJobs(await apiContext(request, "GET api/v1/jobs"), readQuery(request, JobQuery))),
);
