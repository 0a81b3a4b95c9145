import { LinkUseRequest } from "../../../../../core/contracts/account-requests.ts";
import { route } from "../../../../../lib/http.ts";
import { readJson } from "../../../../../lib/read-request.ts";
import { redeemLink } from "../../../../../operations/link/redeem.ts";
import { openContext } from "../../../../_server/context.ts";

export const dynamic = "force-dynamic";

/** Choose a password by a one-time link. */
export const POST = route(async (request) =>
  Response.json(await redeemLink(openContext(request), await readJson(request, LinkUseRequest))),
);
