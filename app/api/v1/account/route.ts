import { route } from "../../../../lib/http.ts";
import { getAccount } from "../../../../operations/account/get.ts";
import { apiContext } from "../../../_server/context.ts";

export const dynamic = "force-dynamic";

/** The own account with its sessions. */
export const GET = route(async (request) =>
  Response.json(await getAccount(await apiContext(request, "GET api/v1/account"))),
);
