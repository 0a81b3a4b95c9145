import type { IncomingHttpHeaders } from "node:http";
import type { Answer } from "./answer.ts";
import type { LastingFault } from "./faults.ts";
import type { Arrival, Known } from "./service.ts";

/** A request to a service. `base`: address of the service without a slash at its end. */
export type Asked = {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  readonly query: URLSearchParams;
  readonly body: Buffer;
  readonly base: string;
};

/** Faults that each protocol words in its own way. */
export type WordedFault = Extract<
  LastingFault,
  { fault: "busy" | "unavailable" | "send-timeout" | "error" | "reject" }
>;

/** How a protocol reads requests and words its answers. */
export type ProtocolAnswers = {
  tooLarge(): Answer;
  read(asked: Asked): { readonly batches: readonly Arrival[] } | Answer;
  taken(batches: readonly Arrival[], asked: Asked): Answer;
  faulty(fault: WordedFault): Answer;
  asked(asked: Asked): { readonly ids: readonly string[] } | Answer;
  told(known: readonly (readonly [string, Known])[], asked: Asked): Answer;
};

export function retryAfterOf(fault: WordedFault): Readonly<Record<string, string>> {
  const retryAfter = "retryAfter" in fault ? fault.retryAfter : undefined;
  return retryAfter === undefined ? {} : { "retry-after": retryAfter };
}
