import { route } from "../../../../../lib/http.ts";
import { getPerson } from "../../../../../operations/person/get.ts";
import { apiContext } from "../../../../_server/context.ts";

export const dynamic = "force-dynamic";

type Params = { params: Promise<{ id: string }> };

/** A person with open link, sessions and tokens. */
export const GET = route(async (request, { params }: Params) => {
  const ctx = await apiContext(request, "GET api/v1/people/[id]");
  return Response.json(await getPerson(ctx, (await params).id));
});
