import { Agent, type buildConnector } from "undici";
import { maskUrl } from "../../core/manifest/mask-url.ts";
import type { SourceRules } from "../../core/ports.ts";
import type { AddressPolicy } from "../http/address.ts";
import type { Answer } from "../http/answer.ts";
import { guardedConnector } from "../http/connect.ts";
import { discardBody } from "../http/discard.ts";
import { type Admission, admitUrl } from "../http/guard.ts";
import { headerOf, MOST_HEADER_BYTES } from "../http/headers.ts";
import { readLocation } from "../http/location.ts";
import { takeUserInfo } from "../http/user-info.ts";
import { askOdd, isOddlyFramed } from "./ask-odd.ts";
import { causeFault, SourceFault } from "./fault.ts";
import type { PayloadOptions } from "./options.ts";
import { FINDINGS } from "./verdicts.ts";

/** A request to a source. `headers` are sent on every hop. */
export type Question = {
  readonly method: "GET" | "HEAD";
  readonly url: string;
  readonly rules: SourceRules;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
};

/**
 * Sends requests to sources, keeping connections for the next one. `close` resolves when the requests in progress have
 * ended.
 */
export type Asker = { ask(question: Question): Promise<Answer>; close(): Promise<void> };

type Hop = Extract<Admission, { kind: "admitted" }>;

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/**
 * Opens connections to sources. Every hop of every request passes the guard; redirects are followed by our own code, at
 * most `maxRedirects`, never from https to http, and credentials stay with the origin they were given for.
 * Errors of `ask`: `SourceFault`, or the reason of the signal.
 */
export function openAsker(options: PayloadOptions): Asker {
  // A pool each: a connection made for a private source must never serve a request that may only go to public addresses.
  const ways: Ways = {
    public: openWay("public", options),
    private: openWay("private", options),
    metadata: openWay("metadata", options),
  };
  let closing: Promise<unknown> | undefined;
  return {
    ask: (question) => followRedirects(ways, options, question),
    close: async () => {
      closing ??= Promise.all(
        Object.values(ways).flatMap(({ agent, heads }) => [agent.close(), heads.close()]),
      );
      await closing;
    },
  };
}

/**
 * `agent` keeps connections, `heads` those for HEAD: if a server sends a body after its answer to a HEAD, the next
 * answer on that connection is wrong, which may then spoil a size but never a file. `connect` makes a connection.
 */
type Way = { readonly agent: Agent; readonly heads: Agent; readonly connect: buildConnector.connector };
type Ways = Readonly<Record<AddressPolicy, Way>>;

function openWay(policy: AddressPolicy, options: PayloadOptions): Way {
  const connect = guardedConnector(policy, options);
  const open = () => new Agent({ connect, maxHeaderSize: MOST_HEADER_BYTES });
  return { connect, agent: open(), heads: open() };
}

async function followRedirects(ways: Ways, options: PayloadOptions, question: Question): Promise<Answer> {
  let hop = firstHop(question, options);
  let authorization = takeUserInfo(hop.url);
  const seen = new Set([hop.url.href]);
  for (;;) {
    const headers = {
      "user-agent": options.userAgent,
      accept: "*/*",
      "accept-encoding": "identity",
      ...question.headers,
      ...(authorization === undefined ? {} : { authorization }),
    };
    const answer = await send(ways[hop.policy], hop.url, { ...question, headers });
    if (!REDIRECTS.has(answer.status)) return answer;
    discardBody(answer.body);
    if (seen.size > options.maxRedirects)
      throw redirectFault(`it redirects more than ${options.maxRedirects} times`);
    const next = nextHop(hop.url, headerOf(answer.headers, "location"), question.rules, options);
    if (seen.has(next.url.href)) throw redirectFault("its redirects go round in a circle");
    seen.add(next.url.href);
    if (next.url.origin !== hop.url.origin) authorization = undefined;
    hop = next;
  }
}

/** undici's errors about a head; it gives its parser's no code. The second comes from a body framed in two ways. */
const ODD: ReadonlySet<string> = new Set(["HTTPParserError", "ResponseContentLengthMismatchError"]);

/**
 * If undici misreads an answer or cannot read it, the request is sent once more in a way that accepts malformed heads.
 */
async function send(way: Way, url: URL, question: Question): Promise<Answer> {
  const { signal } = question;
  try {
    const answer = await sendStrictly(way, url, question);
    if (answer !== undefined) return answer;
    return await askOdd(way.connect, { ...question, url });
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    throw causeFault(error, url);
  }
}

/** Undefined: the answer's head is malformed. */
async function sendStrictly(
  { agent, heads }: Way,
  url: URL,
  { method, headers: asked, signal }: Question,
): Promise<Answer | undefined> {
  const isHead = method === "HEAD";
  try {
    const { statusCode, headers, body } = await (isHead ? heads : agent).request({
      origin: url.origin,
      path: url.pathname + url.search,
      method,
      headers: asked,
      signal,
      // by default undici closes the connection after each HEAD
      ...(isHead && { reset: false }),
      // The caller's watch times the answer and the body; undici's own timers do not notice a slow drip.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    if (!isOddlyFramed(headers)) return { status: statusCode, headers, body };
    discardBody(body);
    return undefined;
  } catch (error) {
    if (error instanceof Error && ODD.has(error.name)) return undefined;
    throw error;
  }
}

function firstHop(question: Question, options: PayloadOptions): Hop {
  const url = parseUrl(question.url);
  if (!url) throw new SourceFault(FINDINGS.unreadable, "it is not a web address");
  const admission = admitUrl(url, question.rules, options.extraPorts);
  if (admission.kind === "refused") throw new SourceFault(FINDINGS.refusedAddress, admission.why);
  return admission;
}

function nextHop(from: URL, location: string | undefined, rules: SourceRules, options: PayloadOptions): Hop {
  const url = location === undefined ? undefined : parseUrl(readLocation(location), from);
  if (!url) throw redirectFault("it redirects without saying where to");
  const to = `it redirects to ${maskUrl(url.href)}`;
  if (url.username !== "" || url.password !== "")
    throw redirectFault(`${to}, an address with credentials in it`);
  if (from.protocol === "https:" && url.protocol === "http:")
    throw redirectFault(`${to}, from https to http`);
  const admission = admitUrl(url, rules, options.extraPorts);
  if (admission.kind === "refused")
    throw new SourceFault(FINDINGS.refusedAddress, `${to}, and ${admission.why}`);
  return admission;
}

function redirectFault(why: string): SourceFault {
  return new SourceFault(FINDINGS.redirects, why);
}

function parseUrl(text: string, base?: URL): URL | undefined {
  if (!URL.canParse(text, base)) return undefined;
  const url = new URL(text, base);
  url.hash = "";
  return url;
}
