import { HSTS } from "./security-headers.ts";

/**
 * Headers of every API response unless it sets its own, in addition to those of lib/security-headers.ts. Source: OWASP
 * ASVS 5.0, 3.4.
 */
const API_HEADERS: { readonly [name: string]: string } = {
  "cache-control": "no-store",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
};

/** The same answer with the API's headers. `https`: people reach Waybill by https, so browsers should insist on it. */
export function withApiHeaders(response: Response, https: boolean): Response {
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(API_HEADERS)) if (!headers.has(name)) headers.set(name, value);
  if (https) headers.set("strict-transport-security", HSTS);
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}
