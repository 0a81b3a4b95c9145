import * as z from "zod";
import type { ProblemView } from "../core/contracts/views.ts";
import { asWaybillError, WaybillError } from "../core/errors.ts";
import { tooLong } from "../core/text-limit.ts";
import { isDatabaseAway } from "./database-fault.ts";
import { fieldWords } from "./field-words.ts";

const DATABASE_PAUSE_S = 5;
/** The most invalid fields reported for one request. */
const MOST_FIELDS = 100;

/** Turns any error into a WaybillError: what a person may see, with the original as its cause. */
export function knownError(error: unknown): WaybillError {
  if (error instanceof WaybillError) return error;
  if (error instanceof z.ZodError) return badFields(error);
  if (isDatabaseAway(error)) {
    const message = "The database cannot be reached just now. Nothing was lost; try again in a moment.";
    return new WaybillError("database_unavailable", message, { cause: error });
  }
  return asWaybillError(error);
}

/** The error as the API returns it. `instance`: the id of the log line, for Waybill's own faults. Source: RFC 9457. */
function problemView(error: WaybillError, instance?: string): ProblemView {
  const { status, who } = error.entry;
  return {
    type: `urn:waybill:error:${error.code}`,
    title: titleOf(error.code),
    status,
    code: error.code,
    detail: error.message,
    who,
    ...(error.problems.length > 0 && { problems: error.problems }),
    ...(error.retryAt && { retryAt: error.retryAt.toISOString() }),
    ...(instance && { instance: `urn:uuid:${instance}` }),
  };
}

/** The error as a response. `nowMs`: for Retry-After, in whole seconds. */
export function problemResponse(
  error: WaybillError,
  options: { readonly nowMs: number; readonly instance?: string },
): Response {
  const view = problemView(error, options.instance);
  const headers = new Headers({ "content-type": "application/problem+json" });
  const retryAfterS = retryAfter(error, options.nowMs);
  if (retryAfterS !== undefined) headers.set("retry-after", String(retryAfterS));
  if (view.status === 401) headers.set("www-authenticate", 'Bearer realm="waybill"');
  return new Response(JSON.stringify(view), { status: view.status, headers });
}

/** Whole seconds for the Retry-After header, if waiting helps. */
export function retryAfter(error: WaybillError, nowMs: number): number | undefined {
  if (error.retryAt) return Math.max(1, Math.ceil((error.retryAt.getTime() - nowMs) / 1000));
  return error.entry.status === 503 ? DATABASE_PAUSE_S : undefined;
}

function badFields(error: z.ZodError): WaybillError {
  const problems = error.issues.slice(0, MOST_FIELDS).flatMap(problemsOf).slice(0, MOST_FIELDS);
  const names = [...new Set(problems.map(({ field }) => field))].join(", ");
  return new WaybillError("bad_request", `The request is not valid: check ${names}.`, {
    problems: problems.map(({ code, message }) => ({ line: 0, code, message })),
  });
}

type FieldProblem = { readonly field: string; readonly code: string; readonly message: string };

/**
 * One problem per field; its `code` is the field's path, `request` for the whole, and `reason_too_long` for a text that
 * is too long.
 */
function problemsOf(issue: z.core.$ZodIssue): FieldProblem[] {
  if (issue.code === "unrecognized_keys") {
    return issue.keys.slice(0, MOST_FIELDS).map((key) => ({
      field: shown(key),
      code: shown(key),
      message: "There is no field with this name.",
    }));
  }
  const field = shown(issue.path.map(String).join(".") || "request");
  if (issue.code === "too_big" && issue.origin === "string")
    return [{ field, ...tooLong(field, Number(issue.maximum)) }];
  return [{ field, code: field, message: fieldWords(field, issue) }];
}

function shown(name: string): string {
  return name.replace(/[^\x20-\x7e]/g, "?").slice(0, 100);
}

function titleOf(code: string): string {
  const words = code.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
