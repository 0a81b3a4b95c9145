import { type Failure, readFailure, UNREACHABLE } from "./problem.model.ts";

export type QueryValues = { readonly [name: string]: string | number | undefined };

type Options = {
  readonly method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly query?: QueryValues;
  readonly body?: unknown;
  /** Of an act that a repeat must not do twice. */
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
};

/** A request that did not succeed; its message is a sentence for people. */
export class RequestError extends Error {
  readonly failure: Failure;

  constructor(failure: Failure, cause?: unknown) {
    super(failure.message, { cause });
    this.name = "RequestError";
    this.failure = failure;
  }
}

/** An address of the API; values that are not set are left out. */
export function apiAddress(path: string, query: QueryValues = {}): string {
  const set = Object.entries(query).flatMap(([name, value]): [string, string][] =>
    value === undefined || value === "" ? [] : [[name, String(value)]],
  );
  const text = new URLSearchParams(set).toString();
  return `/api/v1/${path}${text ? `?${text}` : ""}`;
}

async function send(
  path: string,
  { method = "GET", query = {}, body, idempotencyKey, signal }: Options,
): Promise<Response> {
  try {
    return await fetch(apiAddress(path, query), {
      method,
      headers: {
        accept: "application/json",
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(idempotencyKey === undefined ? {} : { "idempotency-key": JSON.stringify(idempotencyKey) }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
      cache: "no-store",
      credentials: "same-origin",
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new RequestError(UNREACHABLE, error);
  }
}

/** Text parsed as JSON; undefined when it is not valid. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * The browser's only way to the API. Throws RequestError when the answer is not a success.
 * The answer's shape is the one core/contracts/views.ts promises for the path.
 */
export async function request<Answer>(path: string, options: Options = {}): Promise<Answer> {
  const response = await send(path, options);
  const text = await response.text();
  const answer = text === "" ? undefined : parseJson(text);
  if (!response.ok) throw new RequestError(readFailure(response.status, answer));
  return answer as Answer;
}

/** Worth retrying automatically: failures of the network or the server, never an answer about the request. */
export function isPassing(error: unknown): boolean {
  return error instanceof RequestError && (error.failure.status === 0 || error.failure.status >= 500);
}
