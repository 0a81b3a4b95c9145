import { trimEndOf } from "../../core/trim-signs.ts";

/**
 * The address of a resource below a target's address; undefined when it is not a web address, or has a query or
 * credentials (those belong in the target's headers).
 */
export function urlBelow(base: string, path: string): URL | undefined {
  if (!URL.canParse(base)) return undefined;
  const url = new URL(base);
  if (!/^https?:$/.test(url.protocol)) return undefined;
  if (url.search + url.hash + url.username + url.password !== "") return undefined;
  return new URL(`${url.origin}${trimEndOf(url.pathname, "/")}${path}`);
}
