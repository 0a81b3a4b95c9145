/**
 * Headers of every response of the web process unless it sets its own: pages have their own policy with a nonce
 * (lib/page-headers.ts), the API its own referrer policy (lib/api-headers.ts). Source: OWASP ASVS 5.0, 3.4.
 */
const EVERY_ANSWER: Readonly<Record<string, string>> = {
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=()",
  "referrer-policy": "same-origin",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
};

/** How long browsers remember to use https only: a year. */
export const HSTS = "max-age=31536000";

/** The headers of every response. `https`: people reach Waybill by https, so browsers should insist on it. */
export function securityHeaders(https: boolean): Readonly<Record<string, string>> {
  return https ? { ...EVERY_ANSWER, "strict-transport-security": HSTS } : EVERY_ANSWER;
}
