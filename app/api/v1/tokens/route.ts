import { TokenRequest } from "../../../../core/contracts/account-requests.ts";
import { route } from "../../../../lib/http.ts";
import { readJson } from "../../../../lib/read-request.ts";
import { createToken } from "../../../../operations/token/create.ts";
import { listTokens } from "../../../../operations/token/list.ts";
import { apiContext } from "../../../_server/context.ts";

export const dynamic = "force-dynamic";

/** The person's own API tokens, without their secrets. */
export const GET = route(async (request) =>
  Response.json(await listTokens(await apiContext(request, "GET api/v1/tokens"))),
);

/** Make a token. Its secret is in this answer only. */
export const POST = route(async (request) => {
  const ctx = await apiContext(request, "POST api/v1/tokens");
  return Response.json(await createToken(ctx, await readJson(request, TokenRequest)), { status: 201 });
});
