import { WaybillError } from "../../../../core/errors.ts";
import { NO_SERVICE_ID } from "../../../../core/ledger/service-id.ts";
import { publicUrl } from "../../../../lib/env.ts";
import { withGridErrors } from "../../../../lib/grid-http.ts";
import { route } from "../../../../lib/http.ts";
import { readStatuses } from "../../../../operations/lane/read-statuses.ts";
import { apiContext } from "../../../_server/context.ts";
import { waits } from "../../../_server/waits.ts";

export const dynamic = "force-dynamic";

/** The longest wait, and the one of a request that does not say. Source: Grid's REST API, GET /batch_statuses. */
const WAIT_S = 285;
const MOST_IDS = 1000;

/**
 * How batches stand, as Grid's daemon tells it: waits until they have ended, as long as the request wants. One person may
 * have 32 requests waiting. Errors: `too_many_requests`, and those of `readStatuses`.
 */
export const GET = route(
  withGridErrors(async (request) => {
    const ctx = await apiContext(request, "GET api/grid/batch_statuses");
    const { searchParams } = new URL(request.url);
    const serviceId = searchParams.get("service_id");
    const ledgerIds = (searchParams.get("id") ?? "").split(",").filter(Boolean);
    if (ledgerIds.length === 0) throw new WaybillError("bad_request", "Name at least one batch in id.");
    if (ledgerIds.length > MOST_IDS)
      throw new WaybillError("bad_request", `Name at most ${MOST_IDS} batches in id.`);
    const waitMs = readWait(searchParams.get("wait")) * 1000;
    const asked = { serviceId: serviceId ?? NO_SERVICE_ID, ledgerIds, waitMs, signal: request.signal };
    const read = () => readStatuses(ctx, asked);
    const data = waitMs === 0 ? await read() : await waits().during(ctx.actor.id, tooMany, read);
    const query = new URLSearchParams({ id: ledgerIds.join(",") });
    if (serviceId !== null) query.set("service_id", serviceId);
    return Response.json({ data, link: `${publicUrl(ctx.env)}/api/grid/batch_statuses?${query}` });
  }),
);

function tooMany(open: number): string {
  return `You have ${open} requests waiting for batches. Ask with wait=false, or for several batches at once.`;
}

function readWait(text: string | null): number {
  if (text === null) return WAIT_S;
  if (text === "false") return 0;
  if (!/^\d{1,6}$/.test(text))
    throw new WaybillError("bad_request", "wait is a number of seconds, or false.");
  return Math.min(WAIT_S, Number(text));
}
