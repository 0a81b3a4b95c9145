import * as z from "zod";
import { PROTOCOL_VERSION_CODE } from "./answers.ts";
import type { LedgerBackend } from "./ports.ts";

/** What the body of an error says: the ledger's code and its words, as far as there are any. */
export type ErrorBody = { readonly ledgerCode?: string; readonly words?: string };

const Sawtooth = z.object({
  error: z.object({
    code: z.union([z.int(), z.string().max(20)]).optional(),
    message: z.string().optional(),
    title: z.string().optional(),
  }),
});
const Scabbard = z.object({ message: z.string().optional(), requested_protocol: z.unknown().optional() });

/**
 * Reads the body of an answer that is not a success. JSON of the ledger's shape gives code and message; any other text,
 * e.g. of a proxy, is given as it is; HTML and nothing give no words. The media type is not believed.
 * Source: Sawtooth REST API, "Error Response"; Splinter's scabbard REST API.
 */
export function readErrorBody(backend: LedgerBackend, body: string): ErrorBody {
  const value = parseJson(body);
  if (value === undefined) return body.trim() === "" || /^\s*</.test(body) ? {} : { words: body };
  const read = backend === "sawtooth" ? readSawtooth(value) : readScabbard(value);
  return read ?? { words: body };
}

function readSawtooth(value: unknown): ErrorBody | undefined {
  const { error } = Sawtooth.safeParse(value).data ?? {};
  if (!error) return undefined;
  const words = error.message ?? error.title;
  return {
    ...(error.code === undefined ? {} : { ledgerCode: String(error.code) }),
    ...(words === undefined ? {} : { words }),
  };
}

function readScabbard(value: unknown): ErrorBody | undefined {
  const read = Scabbard.safeParse(value).data;
  if (!read) return undefined;
  return {
    ...(read.requested_protocol === undefined ? {} : { ledgerCode: PROTOCOL_VERSION_CODE }),
    ...(read.message === undefined ? {} : { words: read.message }),
  };
}

/** The value of JSON text; undefined when it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
