import * as z from "zod";
import { PROTOCOL_VERSION_CODE } from "./answers.ts";
import type { LedgerBackend } from "./ports.ts";

/** The contents of an error's body: the ledger's code and message, if any. */
export type ErrorBody = { readonly ledgerCode?: string; readonly words?: string };

const Sawtooth = z.object({
  error: z.object({
    code: z.union([z.int(), z.string().max(20)]).optional(),
    message: z.string().optional(),
    title: z.string().optional(),
  }),
});
const Scabbard = z.object({ message: z.string().optional(), requested_protocol: z.unknown().optional() });

const READERS = {
  sawtooth: readSawtooth,
  scabbard: readScabbard,
} as const satisfies Record<LedgerBackend, (value: unknown) => ErrorBody | undefined>;

/**
 * Reads the body of an answer that is not a success. JSON in the ledger's format gives code and message; other text,
 * e.g. from a proxy, is returned as it is; HTML or an empty body gives no message. The media type is ignored. Source:
 * Sawtooth REST API, "Error Response"; Splinter's scabbard REST API.
 */
export function readErrorBody(backend: LedgerBackend, body: string): ErrorBody {
  const value = parseJson(body);
  if (value === undefined) return body.trim() === "" || /^\s*</.test(body) ? {} : { words: body };
  const read = READERS[backend](value);
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

/** The value of JSON text; undefined when it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
