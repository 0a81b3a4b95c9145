/** The part of an address before its query. */
const PATH = /^[^?#]*/;
/** The APIs, whose errors are not pages, and an address below each where nothing exists. */
const API = /^\/(?:api|poster)(?=\/)/;
const NOTHING: Readonly<Record<string, string>> = { "/api": "/api/", "/poster": "/poster/~/", "": "/" };

/**
 * A request's address with a readable path. Next itself answers paths with a malformed percent sign, without our pages
 * and headers; such a path is replaced by one that does not exist, below the same API if any.
 */
export function readableAddress(address: string): string {
  const [path = ""] = PATH.exec(address) ?? [];
  try {
    decodeURIComponent(path);
    return address;
  } catch {
    const [api = ""] = API.exec(path) ?? [];
    return `${NOTHING[api]}${encodeURIComponent(path.slice(api.length + 1))}`;
  }
}
