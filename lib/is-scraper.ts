import { createHash, timingSafeEqual } from "node:crypto";

/** Whether a request has `token` as its bearer token; compared in constant time, whatever the length. */
export function isScraper(headers: Headers, token: string): boolean {
  const [, given] = /^bearer\s+(\S+)\s*$/i.exec(headers.get("authorization") ?? "") ?? [];
  return given !== undefined && timingSafeEqual(digestOf(given), digestOf(token));
}

function digestOf(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
