import { route } from "../../../../../../lib/http.ts";
import { sendLink } from "../../../../../../operations/person/send-link.ts";
import { apiContext } from "../../../../../_server/context.ts";

export const dynamic = "force-dynamic";

type Params = { params: Promise<{ id: string }> };

/** Make a one-time link for a person: to accept the invitation, or to choose a new password. */
export const POST = route(async (request, { params }: Params) => {
  const ctx = await apiContext(request, "POST api/v1/people/[id]/link");
  return Response.json(await sendLink(ctx, (await params).id), { status: 201 });
});
