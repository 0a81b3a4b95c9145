import { ChangeQuery } from "../../../../../../core/contracts/requests.ts";
import { route } from "../../../../../../lib/http.ts";
import { readQuery } from "../../../../../../lib/read-request.ts";
import { listObjectChanges } from "../../../../../../operations/object/list-changes.ts";
import { apiContext } from "../../../../../_server/context.ts";

export const dynamic = "force-dynamic";

type Params = { params: Promise<{ id: string }> };

/** What one version of an object changed, by path; the newest unless `version` says otherwise. */
export const GET = route(async (request, { params }: Params) => {
  const ctx = await apiContext(request, "GET api/v1/objects/[id]/changes");
  const { id } = await params;
  return Response.json(await listObjectChanges(ctx, { ...readQuery(request, ChangeQuery), objectId: id }));
});
