import { WaybillError } from "../core/errors.ts";

const SAFE_METHODS: readonly string[] = ["GET", "HEAD", "OPTIONS"];

/**
 * Refuses a change that another site may have caused a browser to send. A request with a bearer token needs no origin,
 * since a browser never adds a token by itself. Source: OWASP ASVS 5.0, 3.5.1 to 3.5.3.
 * @param publicOrigin origin of PUBLIC_URL; the request's own host is accepted as well
 * @throws WaybillError `cross_site`
 */
export function requireSameOrigin(request: Request, publicOrigin: string): void {
  if (SAFE_METHODS.includes(request.method) || isByToken(request)) return;
  const { headers } = request;
  const origin = headers.get("origin");
  const isOurs =
    origin === null || origin === "null"
      ? isSameBySite(headers)
      : isOwnOrigin(origin, headers.get("host"), publicOrigin);
  if (!isOurs) {
    throw new WaybillError(
      "cross_site",
      "This request does not come from Waybill's own pages. Scripts use an API token.",
    );
  }
}

function isByToken({ headers }: Request): boolean {
  return /^bearer\s/i.test(headers.get("authorization") ?? "");
}

/** Without an Origin header: the browser must say that the page was ours, or there must be no cookie to misuse. */
function isSameBySite(headers: Headers): boolean {
  const site = headers.get("sec-fetch-site");
  return site === null ? !headers.has("cookie") && headers.get("origin") === null : site === "same-origin";
}

function isOwnOrigin(origin: string, host: string | null, publicOrigin: string): boolean {
  if (origin === publicOrigin) return true;
  return URL.canParse(origin) && host !== null && new URL(origin).host === host.toLowerCase();
}
