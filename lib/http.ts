import { randomUUID } from "node:crypto";
import { WaybillError } from "../core/errors.ts";
import { withApiHeaders } from "./api-headers.ts";
import { env, publicUrl } from "./env.ts";
import type { Log } from "./log.ts";
import { knownError, problemResponse } from "./problem.ts";
import { requireSameOrigin } from "./same-origin.ts";
import { webLog } from "./web-log.ts";

type Handler<Params> = (request: Request, context: Params) => Promise<Response>;

/** What answering a request needs from the process. */
type Surroundings = { readonly publicUrl: string; readonly log: Log };

/**
 * Wraps a route handler, which then only has to do its work or throw: refuses changes from other sites, returns every
 * error as problem details (RFC 9457) without a stack, SQL or path, and sets the API's headers. Waybill's own faults
 * are logged under the id given in the response.
 */
export function route<Params>(handler: Handler<Params>): Handler<Params> {
  return (request, context) =>
    answer(handler, request, context, { publicUrl: publicUrl(env()), log: webLog() });
}

/** As `route`, with its surroundings given. */
export async function answer<Params>(
  handler: Handler<Params>,
  request: Request,
  context: Params,
  surroundings: Surroundings,
): Promise<Response> {
  const { protocol, origin } = new URL(surroundings.publicUrl);
  const https = protocol === "https:";
  try {
    requireSameOrigin(request, origin);
    if (/%00/.test(request.url)) throw new WaybillError("bad_request", "An address has no NUL characters.");
    return withApiHeaders(await handler(request, context), https);
  } catch (error) {
    return withApiHeaders(refuse(error, request, surroundings.log), https);
  }
}

function refuse(error: unknown, request: Request, log: Log): Response {
  const known = knownError(error);
  const instance = noteRefusal(known, error, request, log);
  return problemResponse(known, { nowMs: Date.now(), ...(instance && { instance }) });
}

/** Logs a refused request. @returns the id of its log line, for Waybill's own faults */
export function noteRefusal(
  known: WaybillError,
  error: unknown,
  request: Request,
  log: Log,
): string | undefined {
  const { method } = request;
  const { pathname } = new URL(request.url);
  const facts = { method, path: pathname, code: known.code };
  if (known.entry.family !== "system") {
    log.debug(facts, "request.refused");
    return undefined;
  }
  const instance = randomUUID();
  if (request.signal.aborted) log.info({ ...facts, instance }, "request.aborted");
  else log.error({ ...facts, instance, err: error }, "request.failed");
  return instance;
}
