import { decoded } from "../decoded.ts";
import { parseUrl } from "../parse-url.ts";
import { maskUrl, withoutPathSecrets } from "./mask-url.ts";
import type { Report } from "./problems.ts";

const SCHEME = /^([a-z][a-z0-9+.-]*):\/\//i;
const SPACE = /\s/;
/** An address without a host: a URL parser would take the first part of the path for it. */
const HOSTLESS = /^[a-z]+:\/\/[\\/]/i;

/**
 * The address in a row's URL column. `file:` is accepted only with `fileUrls`; whether a host may be reached is decided
 * at the fetch. Undefined after a reported problem. Source: docs/reference/manifest.md, "Where files may come from".
 */
export function readSource(cell: string, fileUrls: boolean, report: Report): URL | undefined {
  if (cell === "") {
    report("url_missing");
    return undefined;
  }
  const parsed = parseUrl(cell);
  const fault = findFault(cell, parsed, fileUrls);
  if (fault === undefined) {
    if (cell.includes("#")) report("url_fragment", { url: maskUrl(cell) });
    return parsed;
  }
  report(fault, { url: maskUrl(cell) });
  return undefined;
}

function findFault(
  cell: string,
  parsed: URL | undefined,
  fileUrls: boolean,
): "url_scheme" | "url_file_refused" | "url_space" | "url_invalid" | undefined {
  const scheme = SCHEME.exec(cell)?.[1]?.toLowerCase();
  if (scheme === "file" && !fileUrls) return "url_file_refused";
  if (scheme !== "http" && scheme !== "https" && scheme !== "file") return "url_scheme";
  if (SPACE.test(cell)) return "url_space";
  return parsed === undefined || (scheme === "file") !== HOSTLESS.test(cell) ? "url_invalid" : undefined;
}

/**
 * The file name derived from an address when the row gives none: the whole path, percent-decoded, without the leading
 * slash, session ids and the like. Undefined when the path is empty or ends in a slash.
 */
export function nameFromSource(source: URL): string | undefined {
  const path = decoded(withoutPathSecrets(source.pathname)).replace(/^\//, "");
  return path === "" || path.endsWith("/") ? undefined : path;
}
