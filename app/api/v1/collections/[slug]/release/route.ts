import { ReasonRequest } from "../../../../../../core/contracts/requests.ts";
import { route } from "../../../../../../lib/http.ts";
import { readJson } from "../../../../../../lib/read-request.ts";
import { releaseHold } from "../../../../../../operations/hold/release.ts";
import { apiContext } from "../../../../../_server/context.ts";

export const dynamic = "force-dynamic";

type Params = { params: Promise<{ slug: string }> };

/** Release it: the hold ends, and what only it has stopped goes on. */
export const POST = route(async (request, { params }: Params) => {
  const ctx = await apiContext(request, "POST api/v1/collections/[slug]/release");
  const { slug } = await params;
  const ask = await readJson(request, ReasonRequest);
  return Response.json(await releaseHold(ctx, { ...ask, on: "collection", id: slug }));
});
