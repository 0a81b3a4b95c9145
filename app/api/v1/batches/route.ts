import { BatchQuery } from "../../../../core/contracts/requests.ts";
import { route } from "../../../../lib/http.ts";
import { readQuery } from "../../../../lib/read-request.ts";
import { acceptedBatch } from "../../../../operations/batch/accepted.ts";
import { listBatches } from "../../../../operations/batch/list.ts";
import { submitBatch } from "../../../../operations/batch/submit.ts";
import { apiContext } from "../../../_server/context.ts";
import { receiving } from "../../../_server/receive.ts";

export const dynamic = "force-dynamic";

/** Batches, newest first. */
export const GET = route(async (request) =>
  Response.json(
    await listBatches(await apiContext(request, "GET api/v1/batches"), readQuery(request, BatchQuery)),
  ),
);

/** Takes a deposit: a form with one file, or the file as the body with its fields in the query. Streams; never buffers. */
export const POST = route(async (request) => {
  const ctx = await apiContext(request, "POST api/v1/batches");
  const submitted = await receiving(request, ctx, (receive) =>
    submitBatch(ctx, {
      receive,
      idempotencyKey: request.headers.get("idempotency-key"),
      userAgent: request.headers.get("user-agent"),
    }),
  );
  const batch = await acceptedBatch(ctx, submitted);
  return Response.json(
    { batch, statusUrl: batch.statusUrl },
    { status: 202, headers: { location: batch.statusUrl } },
  );
});
