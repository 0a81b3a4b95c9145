import { publicUrl } from "../../../../../../lib/env.ts";
import { route } from "../../../../../../lib/http.ts";
import { readPathPart } from "../../../../../../lib/read-path-part.ts";
import { submitBatches } from "../../../../../../operations/lane/submit-batches.ts";
import { apiContext } from "../../../../../_server/context.ts";
import { batchListOf } from "../../../../../_server/read-batch-list.ts";

export const dynamic = "force-dynamic";

type Params = { params: Promise<{ serviceId: string }> };

/** Takes a BatchList of signed batches for a ledger. Sending a batch again is harmless. */
export const POST = route(async (request, { params }: Params) => {
  const ctx = await apiContext(request, "POST api/v1/lanes/[serviceId]/batches");
  const { batches } = await submitBatches(ctx, {
    serviceId: readPathPart((await params).serviceId),
    userAgent: request.headers.get("user-agent"),
    read: () => batchListOf(request),
  });
  const statusUrl = (id: string) => `${publicUrl(ctx.env)}/batches/${id}`;
  return Response.json(
    { batches: batches.map((batch) => ({ ...batch, statusUrl: statusUrl(batch.batchId) })) },
    { status: 202 },
  );
});
