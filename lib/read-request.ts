import type * as z from "zod";
import { WaybillError } from "../core/errors.ts";
import { oneOf, UNKEPT } from "../core/signs.ts";

const MOST_BYTES = 1_048_576;
/** Objects and lists in each other. */
const MOST_DEPTH = 100;
const UNKEEPABLE = oneOf(UNKEPT);

/**
 * The query of a request, by its schema. Empty values count as left out; a name given twice is refused.
 * @throws ZodError, WaybillError `bad_request`
 */
export function readQuery<Schema extends z.ZodType>(request: Request, schema: Schema): z.output<Schema> {
  const given = new Map<string, string>();
  for (const [name, value] of new URL(request.url).searchParams) {
    if (value === "") continue;
    if (given.has(name))
      throw new WaybillError("bad_request", `The query has ${JSON.stringify(name)} twice.`);
    given.set(name, value);
  }
  return schema.parse(Object.fromEntries(given));
}

/**
 * The JSON body of a request, by its schema; no body reads as `{}`. At most 1 MiB, nested 100 deep.
 * @throws ZodError, WaybillError `unsupported_type`, `too_large`, `bad_request`
 */
export async function readJson<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
): Promise<z.output<Schema>> {
  const text = await readText(request);
  if (text === "") return schema.parse({});
  const type = request.headers.get("content-type") ?? "";
  if (!/^application\/json\s*(;|$)/i.test(type)) {
    throw new WaybillError("unsupported_type", "Send the body as JSON, with Content-Type: application/json.");
  }
  const value = parse(text);
  const wrong = whyUnkeepable(value);
  if (wrong !== undefined) throw new WaybillError("bad_request", wrong);
  return schema.parse(value);
}

async function readText({ body }: Request): Promise<string> {
  if (body === null) return "";
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > MOST_BYTES) throw new WaybillError("too_large", "A request of this kind has at most 1 MiB.");
    chunks.push(chunk);
  }
  try {
    return decoder.decode(Buffer.concat(chunks));
  } catch (cause) {
    throw new WaybillError("bad_request", "The body is not UTF-8 text.", { cause });
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new WaybillError("bad_request", "The body is not JSON.", { cause });
  }
}

/** Level by level: neither this nor what reads the body after it may run out of stack. */
function whyUnkeepable(body: unknown): string | undefined {
  let level: readonly unknown[] = [body];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (level.some((value) => typeof value === "string" && UNKEEPABLE.test(value)))
      return "The body has characters that cannot be stored, such as NUL.";
    const nested = level.filter((value) => typeof value === "object" && value !== null);
    if (depth === MOST_DEPTH && nested.length > 0) return `The body is nested more than ${MOST_DEPTH} deep.`;
    level = nested.flatMap((value) => (Array.isArray(value) ? value : Object.entries(value).flat()));
  }
  return undefined;
}
