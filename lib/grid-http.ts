import { noteRefusal } from "./http.ts";
import type { Log } from "./log.ts";
import { knownError, retryAfter } from "./problem.ts";
import { webLog } from "./web-log.ts";

/**
 * Statuses passed on unchanged, about authentication, size and rate. All other client errors become 400, as in Grid.
 */
const KEPT: readonly number[] = [401, 403, 413, 429];

/**
 * A handler that answers every error as Grid's REST API does, `{"status_code","message"}`; pass it to `route`, which
 * does the rest. Source: Grid's REST API, ErrorResponse; docs/reference/api.md, "For clients of Hyperledger Grid".
 */
export function withGridErrors(handler: (request: Request) => Promise<Response>): typeof handler {
  return async (request) => {
    try {
      return await handler(request);
    } catch (error) {
      return gridRefusal(error, request, webLog());
    }
  };
}

/** An error as Grid's daemon would return it, with the code of the first problem; also logs it. */
export function gridRefusal(error: unknown, request: Request, log: Log): Response {
  const known = knownError(error);
  const instance = noteRefusal(known, error, request, log);
  const status = known.entry.status < 500 && !KEPT.includes(known.entry.status) ? 400 : known.entry.status;
  const headers = new Headers();
  const waitS = retryAfter(known, Date.now());
  if (waitS !== undefined) headers.set("retry-after", String(waitS));
  if (status === 401) headers.set("www-authenticate", 'Bearer realm="waybill"');
  const [first] = known.problems;
  const said = first ? `${known.message} ${first.code}: ${first.message}` : known.message;
  const message = instance ? `${said} It is in the log under ${instance}.` : said;
  return Response.json({ status_code: status, message }, { status, headers });
}
