import * as z from "zod";
import type { FaultView } from "./contracts/views.ts";
import { ERRORS, type ErrorCode } from "./errors.ts";

/** The error columns of a batch, job or file as they lie in the database. */
export type FaultColumns = {
  readonly errorCode: string | null;
  readonly errorMessage: string | null;
  readonly problems?: unknown;
};

const Problems = z.array(z.object({ line: z.number(), code: z.string(), message: z.string() })).catch([]);

/** What went wrong, for people; null when nothing did. A code of another version of Waybill is an operator's business. */
export function faultOf({ errorCode, errorMessage, problems }: FaultColumns): FaultView | null {
  if (errorCode === null) return null;
  const known = isErrorCode(errorCode) ? ERRORS[errorCode] : undefined;
  return {
    code: errorCode,
    message: errorMessage ?? "No further details.",
    who: known?.who ?? "operator",
    problems: Problems.parse(problems),
  };
}

function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(ERRORS, code);
}
