/** The part of an address before its query. */
const PATH = /^[^?#]*/;
/** The APIs, whose errors are not pages, with the folder below them in which nothing is. */
const API = /^\/(?:api|poster)(?=\/)/;
const NOTHING: Readonly<Record<string, string>> = { "/api": "/api/", "/poster": "/poster/~/", "": "/" };

/**
 * A request's address with a path that can be read. Next answers a path with a malformed percent sign by itself, without
 * any of our pages and headers; such a one becomes the name of something that is not there, below the same API if any.
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
