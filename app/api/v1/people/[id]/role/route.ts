import { RoleRequest } from "../../../../../../core/contracts/account-requests.ts";
import { route } from "../../../../../../lib/http.ts";
import { readJson } from "../../../../../../lib/read-request.ts";
import { setRole } from "../../../../../../operations/person/set-role.ts";
import { apiContext } from "../../../../../_server/context.ts";

export const dynamic = "force-dynamic";

type Params = { params: Promise<{ id: string }> };

/** Give a person another role. */
export const PUT = route(async (request, { params }: Params) => {
  const ctx = await apiContext(request, "PUT api/v1/people/[id]/role");
  const { role } = await readJson(request, RoleRequest);
  return Response.json(await setRole(ctx, { personId: (await params).id, role }));
});
