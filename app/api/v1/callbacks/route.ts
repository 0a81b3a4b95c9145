import { CallbackQuery } from "../../../../core/contracts/callback-requests.ts";
import { route } from "../../../../lib/http.ts";
import { readQuery } from "../../../../lib/read-request.ts";
import { listCallbacks } from "../../../../operations/callback/list.ts";
import { apiContext } from "../../../_server/context.ts";

export const dynamic = "force-dynamic";

/** Callbacks, newest first. */
export const GET = route(async (request) =>
  Response.json(
    await listCallbacks(await apiContext(request, "GET api/v1/callbacks"), readQuery(request, CallbackQuery)),
  ),
);
