import type { Dispatcher } from "undici";

/** Headers of an answer, names in lower case, as undici gives them. */
export type Headers = Dispatcher.ResponseData["headers"];

/** Most bytes the head of an answer may have; some have 24 KB of policies, and curl takes 300 KB. */
export const MOST_HEADER_BYTES = 262_144;

/** How the end of a body is marked. `close`: by closing the connection, which looks the same as breaking off. */
export type Framing = "length" | "chunked" | "close";

const MEDIA_TYPE = /^[a-z0-9][a-z0-9!#$&^_.+-]{0,126}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,126}$/;

/** A header's value; the first one when it was sent several times. */
export function headerOf(headers: Headers, name: string): string | undefined {
  const value = headers[name];
  return typeof value === "string" ? value : value?.[0];
}

/** Bytes `Content-Length` names. */
export function contentLengthOf(headers: Headers): number | undefined {
  const value = headerOf(headers, "content-length");
  if (value === undefined || !/^\d{1,15}$/.test(value)) return undefined;
  return Number(value);
}

/** The media type without its parameters, in lower case; undefined when there is none or it is malformed. Source: RFC 9110 section 8.3.1. */
export function mediaTypeOf(headers: Headers): string | undefined {
  const essence = headerOf(headers, "content-type")?.split(";")[0]?.trim().toLowerCase();
  return essence !== undefined && MEDIA_TYPE.test(essence) ? essence : undefined;
}

/** The content coding that would have to be decoded to get the file; undefined when the bytes are the file's own. */
export function codingOf(headers: Headers): string | undefined {
  const content = list(headers["content-encoding"]).filter((coding) => coding !== "identity");
  const transfer = list(headers["transfer-encoding"]).filter((coding) => coding !== "chunked");
  return [...content, ...transfer][0];
}

/** How the body's end is marked. Source: RFC 9112 section 6.3. */
export function framingOf(headers: Headers): Framing {
  if (list(headers["transfer-encoding"]).includes("chunked")) return "chunked";
  return contentLengthOf(headers) === undefined ? "close" : "length";
}

function list(value: string | string[] | undefined): readonly string[] {
  const text = typeof value === "string" ? value : (value ?? []).join(",");
  return text
    .split(",")
    .map((part) => part.trim().toLowerCase())
    .filter((part) => part !== "");
}
