import type { IncomingHttpHeaders } from "node:http";
import { AnvlFault, formatAnvl, parseAnvl } from "./anvl.ts";
import type { EzidAct } from "./faults.ts";
import type { Records } from "./records.ts";

export type Asked = {
  readonly method: string;
  readonly url: URL;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
};

/** A status line with the metadata that follows it. */
export type Said = { readonly line: string; readonly metadata?: Iterable<readonly [string, string]> };

/** What a request asks for; undefined: its method is not allowed there. */
export function actOf({ method, url }: Asked): EzidAct | undefined {
  if (url.pathname.startsWith("/shoulder/")) return method === "POST" ? "mint" : undefined;
  const acts = { PUT: "create", POST: "update", DELETE: "delete", GET: "view" } as const;
  return (acts as Partial<Record<string, EzidAct>>)[method];
}

/** Who asks; an error line when the header cannot be read, undefined when nobody is known by it. */
export function userOf(asked: Asked, accounts: ReadonlyMap<string, string>): string | undefined {
  const header = asked.headers.authorization;
  if (header === undefined) return undefined;
  const [scheme, token] = header.split(" ");
  if (scheme?.toLowerCase() !== "basic" || token === undefined)
    return "error: bad request - malformed Authorization header";
  const text = Buffer.from(token, "base64").toString("utf8");
  const colon = text.indexOf(":");
  if (colon === -1) return "error: unable to parse basic_auth request";
  const user = text.slice(0, colon);
  return accounts.get(user) === text.slice(colon + 1) ? user : undefined;
}

/** Does what is asked, as EZID's impl/api.py does. */
export function respond(asked: Asked, act: EzidAct, user: string, records: Records): Said {
  const id = decodeURIComponent(asked.url.pathname.replace(/^\/(?:shoulder|id)\//, ""));
  if (act === "view") return view(id, records);
  if (act === "delete") return { line: records.remove(id, user) };
  const elements = readBody(asked);
  if (typeof elements === "string") return { line: elements };
  if (act === "mint") return { line: records.mint(id, user, elements) };
  if (act === "update") return { line: records.update(id, user, elements) };
  const updateIfExists = asked.url.searchParams.get("update_if_exists");
  return { line: records.create(id, user, elements, updateIfExists === "yes") };
}

function view(id: string, records: Records): Said {
  const record = records.all.get(id);
  if (!record) return { line: "error: bad request - no such identifier" };
  return { line: `success: ${id}`, metadata: record };
}

function readBody({ headers, body }: Asked): ReadonlyMap<string, string> | string {
  if (!/^(?:text\/plain *(?:; *charset=utf-8)?)?$/i.test(headers["content-type"] ?? ""))
    return "error: bad request - If specified, Content-Type must be text/plain and encoding must be UTF-8";
  try {
    return parseAnvl(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(body));
  } catch (error) {
    return error instanceof AnvlFault
      ? `error: bad request - ANVL parse error (${error.message})`
      : "error: bad request - character decoding error";
  }
}

const STATUSES = [
  ["success:", 200],
  ["error: bad request", 400],
  ["error: unable to parse", 400],
  ["error: unauthorized", 401],
  ["error: forbidden", 403],
  ["error: method not allowed", 405],
  ["error: concurrency limit exceeded", 503],
] as const;

/** The HTTP status of a status line. Source: EZID's impl/api.py, `_statusMapping`. */
export function statusOf(line: string, isCreation: boolean): number {
  const status = STATUSES.find(([begin]) => line.startsWith(begin))?.[1] ?? 500;
  return status === 200 && isCreation ? 201 : status;
}

/** The text of an answer: its status line has no line end when nothing follows it. */
export function textOf({ line, metadata }: Said): string {
  const colon = line.indexOf(":");
  const first = formatAnvl([[line.slice(0, colon).trim(), line.slice(colon + 1).trim()]]);
  return metadata === undefined ? first.slice(0, -1) : first + formatAnvl(metadata);
}
