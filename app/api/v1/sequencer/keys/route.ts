import { route } from "../../../../../lib/http.ts";
import { listSequencerKeys } from "../../../../../operations/sequencer/list-keys.ts";
import { apiContext } from "../../../../_server/context.ts";

export const dynamic = "force-dynamic";

/** The public keys that receipts are verified with. */
export const GET = route(async (request) => {
  const ctx = await apiContext(request, "GET api/v1/sequencer/keys");
  return Response.json(await listSequencerKeys(ctx));
});
