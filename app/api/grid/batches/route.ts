import { NO_SERVICE_ID } from "../../../../core/ledger/service-id.ts";
import { publicUrl } from "../../../../lib/env.ts";
import { withGridErrors } from "../../../../lib/grid-http.ts";
import { route } from "../../../../lib/http.ts";
import { submitBatches } from "../../../../operations/lane/submit-batches.ts";
import { apiContext } from "../../../_server/context.ts";
import { batchListOf } from "../../../_server/read-batch-list.ts";

export const dynamic = "force-dynamic";

/** Takes a BatchList as Grid's daemon does; without service_id for the Sawtooth lane `----`. */
export const POST = route(
  withGridErrors(async (request) => {
    const ctx = await apiContext(request, "POST api/grid/batches");
    const serviceId = new URL(request.url).searchParams.get("service_id");
    const { batches } = await submitBatches(ctx, {
      serviceId: serviceId ?? NO_SERVICE_ID,
      userAgent: request.headers.get("user-agent"),
      read: () => batchListOf(request),
    });
    const query = new URLSearchParams({ id: batches.map(({ ledgerId }) => ledgerId).join(",") });
    if (serviceId !== null) query.set("service_id", serviceId);
    return Response.json({ link: `${publicUrl(ctx.env)}/api/grid/batch_statuses?${query}` });
  }),
);
