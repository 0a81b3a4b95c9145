import { WaybillError } from "../../../core/errors.ts";
import { route } from "../../../lib/http.ts";
import { isScraper } from "../../../lib/is-scraper.ts";
import { readFigures } from "../../../operations/metrics/read.ts";
import { root } from "../../_server/root.ts";

export const dynamic = "force-dynamic";

/** Figures for Prometheus. Without METRICS_TOKEN there is no such page, as its figures are nobody's by default. */
export const GET = route(async ({ headers }) => {
  const { env, db, metrics } = root();
  if (env.METRICS_TOKEN === undefined) throw new WaybillError("not_found", "There is no such page.");
  if (!isScraper(headers, env.METRICS_TOKEN))
    throw new WaybillError("not_signed_in", "Send METRICS_TOKEN as a bearer token.");
  const text = await metrics.write(await readFigures({ db }));
  return new Response(text, { headers: { "content-type": metrics.contentType } });
});
