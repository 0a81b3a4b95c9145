import { LinkRequest } from "../../../../../core/contracts/account-requests.ts";
import { route } from "../../../../../lib/http.ts";
import { readJson } from "../../../../../lib/read-request.ts";
import { lookUpLink } from "../../../../../operations/link/look-up.ts";
import { openContext } from "../../../../_server/context.ts";

export const dynamic = "force-dynamic";

/** Whose link it is, for who has its secret. By POST, so that the secret is in no address. */
export const POST = route(async (request) => {
  const { secret } = await readJson(request, LinkRequest);
  return Response.json(await lookUpLink(openContext(request), secret));
});
