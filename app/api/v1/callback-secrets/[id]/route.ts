import { ReasonRequest } from "../../../../../core/contracts/requests.ts";
import { route } from "../../../../../lib/http.ts";
import { readJson } from "../../../../../lib/read-request.ts";
import { retireCallbackSecret } from "../../../../../operations/callback-secret/retire.ts";
import { apiContext } from "../../../../_server/context.ts";

export const dynamic = "force-dynamic";

type Params = { params: Promise<{ id: string }> };

/** End a signing key at once. */
export const DELETE = route(async (request, { params }: Params) => {
  const ctx = await apiContext(request, "DELETE api/v1/callback-secrets/[id]");
  const { id } = await params;
  await retireCallbackSecret(ctx, { id, ...(await readJson(request, ReasonRequest)) });
  return new Response(null, { status: 204 });
});
