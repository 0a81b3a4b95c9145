import { FileQuery } from "../../../../../../core/contracts/requests.ts";
import { route } from "../../../../../../lib/http.ts";
import { readQuery } from "../../../../../../lib/read-request.ts";
import { listObjectFiles } from "../../../../../../operations/object/list-files.ts";
import { apiContext } from "../../../../../_server/context.ts";

export const dynamic = "force-dynamic";

type Params = { params: Promise<{ id: string }> };

/** Files of one version of an object, by place; the newest unless `version` says otherwise. */
export const GET = route(async (request, { params }: Params) => {
  const ctx = await apiContext(request, "GET api/v1/objects/[id]/files");
  const { id } = await params;
  return Response.json(await listObjectFiles(ctx, { ...readQuery(request, FileQuery), objectId: id }));
});
