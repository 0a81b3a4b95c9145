import type { ProblemView } from "../../core/contracts/views.ts";
import type { Problem, WhoActs } from "../../core/errors.ts";

/** What a failed request tells, whether the API answered as it should or not. */
export type Failure = {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly who: WhoActs;
  readonly problems: readonly Problem[];
  readonly retryAt: string | null;
};

export const UNREACHABLE: Failure = {
  status: 0,
  code: "unreachable",
  message: "Waybill cannot be reached. Check the connection; this page shows the last known data.",
  who: "nobody",
  problems: [],
  retryAt: null,
};

const BY_STATUS: { readonly [status: number]: string } = {
  401: "You are signed out. Sign in again to continue.",
  403: "Your role does not allow this.",
  404: "There is nothing here, or you cannot see it.",
  413: "The upload is larger than this installation accepts.",
  429: "Too many requests in a short time. Wait a minute, then try again.",
  502: "Waybill is not running at this address right now. Try again in a minute.",
  503: "Waybill is starting or stopping. Try again in a minute.",
  504: "Waybill took too long to answer. Try again in a minute.",
};

function isRecord(value: unknown): value is Partial<Record<keyof ProblemView, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isProblem(value: unknown): value is Problem {
  const { line, code, message } = (value ?? {}) as Partial<Problem>;
  return typeof line === "number" && typeof code === "string" && typeof message === "string";
}

/** Reads an error answer: problem details (RFC 9457), or whatever a proxy in between has made of it. */
export function readFailure(status: number, body: unknown): Failure {
  const given = isRecord(body) ? body : {};
  const message = typeof given.detail === "string" && given.detail !== "" ? given.detail : undefined;
  return {
    status,
    code: typeof given.code === "string" ? given.code : `http_${status}`,
    message: message ?? BY_STATUS[status] ?? `Waybill answered with status ${status}.`,
    who: given.who === "operator" || given.who === "nobody" ? given.who : "depositor",
    problems: Array.isArray(given.problems) ? given.problems.filter(isProblem) : [],
    retryAt: typeof given.retryAt === "string" ? given.retryAt : null,
  };
}
