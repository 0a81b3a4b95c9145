import { route } from "../../../../../../lib/http.ts";
import { getReceipt } from "../../../../../../operations/batch/receipt.ts";
import { apiContext } from "../../../../../_server/context.ts";

export const dynamic = "force-dynamic";

type Params = { params: Promise<{ id: string }> };

/** What was accepted, when and at which position, signed. */
export const GET = route(async (request, { params }: Params) => {
  const ctx = await apiContext(request, "GET api/v1/batches/[id]/receipt");
  return Response.json(await getReceipt(ctx, (await params).id));
});
