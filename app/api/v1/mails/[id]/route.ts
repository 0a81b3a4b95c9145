import { route } from "../../../../../lib/http.ts";
import { getMail } from "../../../../../operations/mail/get.ts";
import { apiContext } from "../../../../_server/context.ts";

export const dynamic = "force-dynamic";

type Params = { params: Promise<{ id: string }> };

/** One mail. */
export const GET = route(async (request, { params }: Params) => {
  const ctx = await apiContext(request, "GET api/v1/mails/[id]");
  return Response.json(await getMail(ctx, (await params).id));
});
