/**
 * The content security policy of a page: scripts only with this response's nonce, and whatever they load; styles also
 * inline, since tables and dialogs are positioned with style attributes. `dev`: React's development build uses eval.
 * Source: OWASP ASVS 5.0, 3.4.3; Next's guide on content security policies.
 */
export function pagePolicy(nonce: string, dev: boolean): string {
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic' 'wasm-unsafe-eval'${dev ? " 'unsafe-eval'" : ""}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}
