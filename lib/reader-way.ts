import { returnTo } from "../core/access/return-to.ts";
import { WaybillError } from "../core/errors.ts";

/**
 * Whether a browser requests it as a page, e.g. from a link in a mail, and not a script. Browsers say so themselves.
 * Old ones, and all browsers over HTTP without TLS, do not; then the Accept header counts.
 */
function isNavigation({ headers }: Request): boolean {
  if (headers.has("authorization")) return false;
  const mode = headers.get("sec-fetch-mode");
  return mode === null ? (headers.get("accept") ?? "").includes("text/html") : mode === "navigate";
}

/**
 * Where to send a reader who opens an API address in a browser without success: to sign in and back, or to the page
 * that says there is nothing to see. Undefined: it is not a reader, or something else went wrong.
 */
export function readerWay(request: Request, error: unknown, page: string): Response | undefined {
  if (!(error instanceof WaybillError) || !isNavigation(request)) return undefined;
  if (error.code === "not_found") return goTo(page);
  if (error.entry.status !== 401) return undefined;
  const back = returnTo(new URL(request.url).pathname);
  return goTo(`/sign-in?returnTo=${encodeURIComponent(back)}`);
}

function goTo(location: string): Response {
  return new Response(null, { status: 303, headers: { location, "cache-control": "no-store" } });
}
