import { returnTo } from "../core/access/return-to.ts";
import { WaybillError } from "../core/errors.ts";

/**
 * Whether a browser asks for it to show it, e.g. by a link in a mail, and no script. A browser says so itself; what a
 * script's request takes says nothing then. Old ones, and all of them over HTTP without TLS, do not: of those that counts.
 */
function isNavigation({ headers }: Request): boolean {
  if (headers.has("authorization")) return false;
  const mode = headers.get("sec-fetch-mode");
  return mode === null ? (headers.get("accept") ?? "").includes("text/html") : mode === "navigate";
}

/**
 * Where a reader goes who opens an address of the API in a browser and gets no further: to sign in and back, or, where
 * there is nothing for them, to the page that says so. Undefined: it is no reader, or something else went wrong.
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
