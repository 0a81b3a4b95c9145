import { Agent, type Dispatcher } from "undici";
import { wakingNow } from "../../lib/waking-clock.ts";
import { noAnswerReason } from "./no-answer.ts";

/**
 * One request to a ledger or an identifier service. `headers` with names in lower case; `deadline` by wakingNow().
 * `isRepeatable`: it does no harm if it arrives twice; without it, one with a body counts as not repeatable.
 */
export type LedgerRequest = {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  readonly isRepeatable?: boolean;
  readonly deadline: number;
  readonly signal: AbortSignal;
};

type Headers = Dispatcher.ResponseData["headers"];

/**
 * How a request ended. `answered`: with a status; `body` has 1,048,576 bytes at most, and `isWhole` is false when there
 * were more or it broke off. `unanswered`: without one; `wasBegun` false means that no byte reached the ledger,
 * `isOurs` that the request cannot be made at all. `why`: a clause without address or credentials.
 */
export type Exchange =
  | {
      readonly kind: "answered";
      readonly status: number;
      readonly headers: Headers;
      readonly body: Buffer;
      readonly isWhole: boolean;
    }
  | {
      readonly kind: "unanswered";
      readonly wasBegun: boolean;
      readonly isOurs: boolean;
      readonly why: string;
    };

const MOST_ANSWER_BYTES = 1_048_576;
const LONGEST_CONNECT_MS = 15_000;

/** Sends requests to ledgers, each once. Errors of `send`: only the signal's reason. */
export type Exchanger = {
  send(request: LedgerRequest): Promise<Exchange>;
  close(): Promise<void>;
};

/** An idle connection is not used after this long, whatever the other side offers: most keep one for 5 s and more. */
const KEPT_MS = 1_000;

/**
 * Creates the exchanger for ledgers. Redirects are treated as plain answers. Connections are kept for what is
 * repeatable. Every other request gets its own: the other side may close an idle one just as it is used, and then nobody
 * knows whether the request arrived.
 */
export function openExchanger(): Exchanger {
  // The deadline bounds connecting, headers and body together. A connection nobody is waiting for is closed too.
  const untimed = { headersTimeout: 0, bodyTimeout: 0, connect: { timeout: LONGEST_CONNECT_MS } };
  const own = new Agent({ ...untimed, pipelining: 0 });
  const kept = new Agent({ ...untimed, keepAliveTimeout: KEPT_MS, keepAliveMaxTimeout: KEPT_MS });
  return {
    send: (request) => exchange((request.isRepeatable ?? request.body === undefined) ? kept : own, request),
    close: async () => {
      await Promise.all([own.close(), kept.close()]);
    },
  };
}

async function exchange(agent: Agent, request: LedgerRequest): Promise<Exchange> {
  request.signal.throwIfAborted();
  const { url, method, headers, body } = request;
  return new Promise((resolve, reject) => {
    const course = new Course(request, resolve, reject);
    if (!course.isOpen) return;
    const path = url.pathname + url.search;
    agent.dispatch({ origin: url.origin, path, method, headers, body: body ?? null }, course);
  });
}

/** One request in progress, which its deadline or signal can end. */
class Course implements Dispatcher.DispatchHandler {
  readonly #request: LedgerRequest;
  readonly #resolve: (exchange: Exchange) => void;
  readonly #reject: (reason: unknown) => void;
  readonly #timer: NodeJS.Timeout;
  readonly #chunks: Buffer[] = [];
  #controller: Dispatcher.DispatchController | undefined;
  #answer: { readonly status: number; readonly headers: Headers } | undefined;
  #bytes = 0;
  isOpen = true;

  constructor(
    request: LedgerRequest,
    resolve: (exchange: Exchange) => void,
    reject: (reason: unknown) => void,
  ) {
    this.#request = request;
    this.#resolve = resolve;
    this.#reject = reject;
    this.#timer = setTimeout(this.#expire, Math.max(1, request.deadline - wakingNow()));
    request.signal.addEventListener("abort", this.#abandon);
    if (wakingNow() >= request.deadline) this.#expire();
  }

  /** The last moment before the first byte leaves. */
  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (wakingNow() >= this.#request.deadline) this.#expire();
    if (this.isOpen) this.#controller = controller;
    else controller.abort(new Error("Nobody waits for it any more."));
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: Headers): void {
    this.#answer = { status, headers };
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    if (!this.isOpen) return;
    this.#chunks.push(chunk.subarray(0, MOST_ANSWER_BYTES - this.#bytes));
    this.#bytes += chunk.length;
    if (this.#bytes > MOST_ANSWER_BYTES) this.#end("the answer is too long");
  }

  onResponseEnd(): void {
    this.#end("it ended without an answer", true);
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    const { why, isOurs } = noAnswerReason(error, this.#request.url);
    this.#end(why, false, isOurs);
  }

  readonly #expire = (): void => {
    const begun = this.#controller !== undefined;
    this.#end(begun ? "there was no whole answer in time" : "there was no time left to send anything");
  };

  readonly #abandon = (): void => {
    this.#reject(this.#request.signal.reason);
    this.#end("");
  };

  #end(why: string, isWhole = false, isOurs = false): void {
    if (!this.isOpen) return;
    this.isOpen = false;
    clearTimeout(this.#timer);
    this.#request.signal.removeEventListener("abort", this.#abandon);
    if (this.#answer) {
      this.#resolve({ kind: "answered", ...this.#answer, body: Buffer.concat(this.#chunks), isWhole });
    } else {
      this.#resolve({ kind: "unanswered", wasBegun: this.#controller !== undefined, isOurs, why });
    }
    if (!isWhole) this.#controller?.abort(new Error("Nobody waits for it any more."));
  }
}
