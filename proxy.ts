import { randomBytes } from "node:crypto";
import { type NextRequest, NextResponse } from "next/server";
import { pagePolicy } from "./lib/page-headers.ts";
import { PEER_HEADER } from "./lib/peer.ts";

/**
 * Gives every page its content security policy, with a nonce of its own that Next puts on its scripts, and tells server
 * components the path asked for. It decides nothing about who may see what. All other headers: lib/request-door.ts.
 */
export function proxy(request: NextRequest): NextResponse {
  const nonce = randomBytes(16).toString("base64");
  const policy = pagePolicy(nonce, process.env.NODE_ENV === "development");
  const headers = new Headers(request.headers);
  headers.set("x-nonce", nonce);
  headers.set("x-waybill-path", pathOf(request));
  headers.set("content-security-policy", policy);
  headers.delete(PEER_HEADER); // pages have no use for it
  const response = NextResponse.next({ request: { headers } });
  response.headers.set("content-security-policy", policy);
  response.headers.set("cache-control", "no-store");
  return response;
}

/** The path with its query, without what Next's own navigation adds. */
function pathOf({ nextUrl }: NextRequest): string {
  const query = new URLSearchParams(nextUrl.search);
  query.delete("_rsc");
  return nextUrl.pathname + (query.size > 0 ? `?${query}` : "");
}

// Never the APIs, Merritt's below /poster and /object neither: Next cuts uploads short that pass a proxy, without an error.
export const config = {
  matcher: ["/((?!api/|api$|poster/|poster$|object/ingest/?$|object/update/?$|_next/static/|icon\\.svg$).*)"],
};
