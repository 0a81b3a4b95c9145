import { lookup } from "node:dns/promises";
import { Agent } from "undici";
import type { CallbackAnswer, CallbackRequest, CallbackSender } from "../../core/callback/ports.ts";
import type { AddressPolicy } from "../http/address.ts";
import { guardedConnector, RefusedHost } from "../http/connect.ts";
import { admitUrl } from "../http/guard.ts";
import { headerOf } from "../http/headers.ts";
import { noAnswerReason } from "../http/no-answer.ts";
import { readWords } from "../http/read-words.ts";
import { readRetryAfterMs } from "../http/retry-after.ts";
import { takeUserInfo } from "../http/user-info.ts";
import type { Resolve } from "../payload/options.ts";
import { webhookHeaders } from "./sign.ts";

/** The limits of the sender. */
export type CallbackOptions = {
  /** Longest wait for one try, from connecting to the end of the answer. */
  readonly timeoutMs: number;
  /** Ports a public receiver may have besides 80, 443, 8080 and 8443. */
  readonly extraPorts: readonly number[];
  /** Certificate authorities (PEM) trusted in addition to those of Node.js. */
  readonly trustedCertificates?: readonly string[];
  readonly resolve?: Resolve;
};

const LONGEST_CONNECT_MS = 10_000;

type Agents = Readonly<Record<AddressPolicy, Agent>>;

/**
 * Creates the sender of callbacks. Addresses pass the same guard as sources; redirects are treated as plain answers;
 * each try has its own connection, since an idle one may be closed just as it is used. Errors of `post`: the signal's
 * reason. Source: docs/reference/callbacks.md, "The request".
 */
export function openCallbackSender(options: CallbackOptions): CallbackSender {
  const connecting = {
    connectTimeoutMs: Math.min(options.timeoutMs, LONGEST_CONNECT_MS),
    trustedCertificates: options.trustedCertificates ?? [],
    resolve:
      options.resolve ?? (async (host) => (await lookup(host, { all: true })).map(({ address }) => address)),
  };
  // the deadline bounds connecting, headers and body together; undici's own timers do not see a slow drip
  const untimed = { pipelining: 0, headersTimeout: 0, bodyTimeout: 0 };
  const agents: Agents = {
    public: new Agent({ ...untimed, connect: guardedConnector("public", connecting) }),
    private: new Agent({ ...untimed, connect: guardedConnector("private", connecting) }),
    metadata: new Agent({ ...untimed, connect: guardedConnector("metadata", connecting) }),
  };
  return {
    post: (request) => post(agents, options, request),
    close: async () => {
      await Promise.all(Object.values(agents).map((agent) => agent.close()));
    },
  };
}

async function post(
  agents: Agents,
  options: CallbackOptions,
  request: CallbackRequest,
): Promise<CallbackAnswer> {
  request.signal.throwIfAborted();
  if (!URL.canParse(request.url)) return refused("it is not a web address");
  const url = new URL(request.url);
  const authorization = takeUserInfo(url);
  const rules = { privateSources: request.privateSources, hosts: [] };
  const admission = admitUrl(url, rules, options.extraPorts);
  if (admission.kind === "refused") return refused(admission.why);
  const deadline = AbortSignal.timeout(options.timeoutMs);
  const signal = AbortSignal.any([request.signal, deadline]);
  try {
    const { statusCode, headers, body } = await agents[admission.policy].request({
      origin: url.origin,
      path: url.pathname + url.search,
      method: "POST",
      headers: {
        "user-agent": "waybill",
        accept: "*/*",
        "accept-encoding": "identity",
        "content-type": "application/json",
        ...webhookHeaders(request, request.secrets),
        ...(authorization && { authorization }),
      },
      body: request.body,
      signal,
    });
    const words = await readWords(body);
    request.signal.throwIfAborted();
    const retryAfterMs = readRetryAfterMs(headerOf(headers, "retry-after"), Date.now());
    return {
      kind: "answered",
      status: statusCode,
      words,
      ...(retryAfterMs !== undefined && { retryAfterMs }),
    };
  } catch (error) {
    request.signal.throwIfAborted();
    if (deadline.aborted) return unanswered(`there was no answer within ${options.timeoutMs} ms`);
    // its name may resolve differently later
    if (error instanceof RefusedHost) return unanswered(error.message);
    return unanswered(noAnswerReason(error instanceof Error ? error : new Error(String(error)), url).why);
  }
}

const unanswered = (why: string): CallbackAnswer => ({ kind: "unanswered", why, isRefused: false });
const refused = (why: string): CallbackAnswer => ({ kind: "unanswered", why, isRefused: true });
