import { STATUS_CODES } from "node:http";
import { judgeEzidAnswer } from "../../core/identifier/ezid-answers.ts";
import { type EzidElements, readEzidElements, writeEzidBody } from "../../core/identifier/ezid-anvl.ts";
import type { EzidAnswer, EzidCall, IdentifierService } from "../../core/identifier/ports.ts";
import { keptWords } from "../../core/ledger/words.ts";
import { type Exchange, openExchanger } from "../http/exchange.ts";
import { readRetryAfterMs } from "../http/retry-after.ts";
import { urlBelow } from "../http/target-url.ts";

/** Address and account of an EZID. The password goes into a header and nowhere else. */
export type EzidAccount = { readonly url: string; readonly user: string; readonly password: string };

type Method = "GET" | "POST" | "PUT" | "DELETE";
type Request = { readonly method: Method; readonly path: string; readonly elements?: EzidElements };

/** What an answer means, and its text where it is a success. */
type Heard = { readonly answer: EzidAnswer; readonly body: string };

function heard(answer: EzidAnswer, body = ""): Heard {
  return { answer, body };
}

/**
 * Creates the client of an EZID, or of any service with its API. Redirects count as refusals, so that the credentials
 * reach no other host. Source: EZID API guide, version 2; errors as `IdentifierService` says.
 */
export function ezidService(account: EzidAccount): IdentifierService {
  const exchanger = openExchanger();
  const basic = Buffer.from(`${account.user}:${account.password}`, "utf8").toString("base64");
  const secrets = [account.password, basic];
  const ask = async ({ method, path, elements }: Request, call: EzidCall): Promise<Heard> => {
    const url = urlBelow(account.url, path);
    if (!url)
      return heard({
        kind: "refused",
        reason: "other",
        message: "EZID_URL is not a plain http or https address",
      });
    const exchange = await exchanger.send({
      method,
      url,
      headers: headersOf(basic),
      ...(elements === undefined ? {} : { body: Buffer.from(writeEzidBody(elements), "utf8") }),
      ...call,
    });
    return exchange.kind === "answered" ? judge(exchange, secrets) : heard(judgeSilence(exchange));
  };
  const send = async (request: Request, call: EzidCall) => (await ask(request, call)).answer;
  return {
    mint: (shoulder, elements, call) =>
      send({ method: "POST", path: `/shoulder/${shoulder}`, elements }, call),
    create: (id, elements, call) => send({ method: "PUT", path: `/id/${id}`, elements }, call),
    view: async (id, call) => {
      const { answer, body } = await ask({ method: "GET", path: `/id/${id}` }, call);
      return answer.kind === "done" ? { kind: "seen", elements: readEzidElements(body) } : answer;
    },
    update: (id, elements, call) => send({ method: "POST", path: `/id/${id}`, elements }, call),
    put: (id, elements, call) =>
      send({ method: "PUT", path: `/id/${id}?update_if_exists=yes`, elements }, call),
    remove: (id, call) => send({ method: "DELETE", path: `/id/${id}` }, call),
    close: () => exchanger.close(),
  };
}

/** EZID answers with web pages if the client accepts HTML. Source: EZID API guide, "API vs. UI". */
function headersOf(basic: string): Record<string, string> {
  return {
    "user-agent": "waybill",
    accept: "text/plain",
    "accept-encoding": "identity",
    authorization: `Basic ${basic}`,
    "content-type": "text/plain; charset=UTF-8",
  };
}

function judge(
  { status, headers, body, isWhole }: Extract<Exchange, { kind: "answered" }>,
  secrets: readonly string[],
): Heard {
  const text = isWhole ? body.toString("utf8") : "";
  const name = STATUS_CODES[status];
  const retryAfter = headers["retry-after"];
  const retryAfterMs = readRetryAfterMs(typeof retryAfter === "string" ? retryAfter : undefined, Date.now());
  const answer = judgeEzidAnswer({
    httpStatus: status,
    body: text,
    words: `${status}${name ? ` ${name}` : ""}`,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  });
  if (answer.kind === "done") return heard(answer, text);
  return heard({ ...answer, message: keptWords(answer.message, secrets) });
}

function judgeSilence({ isOurs, wasBegun, why }: Extract<Exchange, { kind: "unanswered" }>): EzidAnswer {
  if (isOurs) return { kind: "refused", reason: "other", message: `nothing was sent: ${why}` };
  return { kind: "again", message: why, isUnsure: wasBegun };
}
