import { ObjectQuery } from "../../../../core/contracts/requests.ts";
import { route } from "../../../../lib/http.ts";
import { readQuery } from "../../../../lib/read-request.ts";
import { listObjects } from "../../../../operations/object/list.ts";
import { apiContext } from "../../../_server/context.ts";

export const dynamic = "force-dynamic";

/** Stored objects, newest change first. */
export const GET = route(async (request) =>
  Response.json(
    await listObjects(await apiContext(request, "GET api/v1/objects"), readQuery(request, ObjectQuery)),
  ),
);
