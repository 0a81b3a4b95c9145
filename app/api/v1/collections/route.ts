import { CollectionRequest } from "../../../../core/contracts/profile-requests.ts";
import { route } from "../../../../lib/http.ts";
import { readJson } from "../../../../lib/read-request.ts";
import { createCollection } from "../../../../operations/collection/create.ts";
import { listCollections } from "../../../../operations/collection/list.ts";
import { apiContext } from "../../../_server/context.ts";

export const dynamic = "force-dynamic";

/** The collections the person can read. */
export const GET = route(async (request) =>
  Response.json(await listCollections(await apiContext(request, "GET api/v1/collections"))),
);

/** Make a collection, with its settings and, unless one is named, a lane of its own. */
export const POST = route(async (request) => {
  const ctx = await apiContext(request, "POST api/v1/collections");
  const made = await createCollection(ctx, await readJson(request, CollectionRequest));
  return Response.json(made, { status: 201 });
});
