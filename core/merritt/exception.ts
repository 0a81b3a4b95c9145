import type { WaybillError } from "../errors.ts";
import { type MerrittState, merrittState } from "./state.ts";

/** Merritt's names for what went wrong, with its own words. Source: docs/reference/merritt-api.md, "Errors". */
const EXCEPTIONS = {
  REQUEST_INVALID: "User/request supplied required parm is missing or invalid",
  REQUEST_ELEMENT_UNSUPPORTED: "User/request supplied parm type is not supported",
  USER_NOT_AUTHENTICATED: "User not authenticated",
  USER_NOT_AUTHORIZED: "User not authorized",
  REQUESTED_ITEM_NOT_FOUND: "Request contains element that cannot be located",
  FIXITY_CHECK_FAILS: "Fixity comparison between saved file and returned file fails",
  EXTERNAL_SERVICE_UNAVAILABLE: "Unavailable remote service",
  GENERAL_EXCEPTION: "Unexpected Programmic exception",
} as const;
type ExceptionName = keyof typeof EXCEPTIONS;

const BY_STATUS: Readonly<Record<number, ExceptionName>> = {
  401: "USER_NOT_AUTHENTICATED",
  403: "USER_NOT_AUTHORIZED",
  404: "REQUESTED_ITEM_NOT_FOUND",
  415: "REQUEST_ELEMENT_UNSUPPORTED",
  502: "EXTERNAL_SERVICE_UNAVAILABLE",
  503: "EXTERNAL_SERVICE_UNAVAILABLE",
};

/** An error as Merritt's clients read it. `status`: HTTP; what is well formed but cannot be used is 400, not 422. */
export type MerrittException = { readonly status: number; readonly state: MerrittState };

/**
 * `exc:error` is the sentence to act on, `exc:detail` every single problem on a line of its own. `instance`: names the
 * line in the log, for faults of Waybill's own.
 */
export function merrittException(error: WaybillError, instance?: string): MerrittException {
  const status = error.entry.status === 422 ? 400 : error.entry.status;
  const name = nameOf(error, status);
  const problems = error.problems.map(({ line, message }) =>
    line > 0 ? `Line ${line}: ${message}` : message,
  );
  const state = merrittState("exc", `tException.${name}`, {
    status: name,
    statusName: name,
    description: EXCEPTIONS[name],
    statusDescription: EXCEPTIONS[name],
    detail: problems.length > 0 ? problems.join("\n") : error.message,
    error: error.message,
    code: error.code,
    instance: instance ?? null,
    hTTPResponse: status,
  });
  return { status, state };
}

function nameOf({ code }: WaybillError, status: number): ExceptionName {
  if (code === "payload_digest_mismatch") return "FIXITY_CHECK_FAILS";
  return BY_STATUS[status] ?? (status < 500 ? "REQUEST_INVALID" : "GENERAL_EXCEPTION");
}
