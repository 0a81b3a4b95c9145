import { FileQuery } from "../../../../../../core/contracts/requests.ts";
import { route } from "../../../../../../lib/http.ts";
import { readQuery } from "../../../../../../lib/read-request.ts";
import { listJobFiles } from "../../../../../../operations/job/list-files.ts";
import { apiContext } from "../../../../../_server/context.ts";

export const dynamic = "force-dynamic";

type Params = { params: Promise<{ id: string }> };

/** Files of a job, by place. */
export const GET = route(async (request, { params }: Params) => {
  const ctx = await apiContext(request, "GET api/v1/jobs/[id]/files");
  const { id } = await params;
  return Response.json(await listJobFiles(ctx, { ...readQuery(request, FileQuery), jobId: id }));
});
