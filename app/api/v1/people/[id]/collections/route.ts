import { GrantRequest } from "../../../../../../core/contracts/account-requests.ts";
import { route } from "../../../../../../lib/http.ts";
import { readJson } from "../../../../../../lib/read-request.ts";
import { grantCollections } from "../../../../../../operations/person/grant.ts";
import { apiContext } from "../../../../../_server/context.ts";

export const dynamic = "force-dynamic";

type Params = { params: Promise<{ id: string }> };

/** Make the named collections the only ones a person is granted. */
export const PUT = route(async (request, { params }: Params) => {
  const ctx = await apiContext(request, "PUT api/v1/people/[id]/collections");
  const { id } = await params;
  return Response.json(
    await grantCollections(ctx, { ...(await readJson(request, GrantRequest)), personId: id }),
  );
});
