import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { isUpload } from "./is-upload.ts";
import { bareAnswer } from "./request-door.ts";
import { securityHeaders } from "./security-headers.ts";

/** What Node publishes at the beginning of each request. Source: Node.js, diagnostics_channel, `http.server.request.start`. */
type Started = {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly server: Server;
};

const STARTS = "http.server.request.start";
/** How long the rest of an upload that has its answer is still taken and thrown away, so that its client hears it. */
const REST_MS = 30_000;

/**
 * Takes over from Node's `requestTimeout`, which would end every upload after five minutes and which Next gives no
 * setting for: bodies may take `bodyMs`, those of uploads as long as their handler reads them. Headers keep Node's own
 * `headersTimeout`. `https`: people reach Waybill by https. Holds for every HTTP server of the process, from its next request on.
 * @returns gives it back to Node, for requests to come
 */
export function boundBodies(bodyMs: number, https = false): () => void {
  const answer = bareAnswer(408, securityHeaders(https));
  const onStart = (message: unknown) => {
    const { request, response, server } = message as Started;
    server.requestTimeout = 0;
    if (!hasBody(request)) return;
    if (isUpload(request.method, request.url))
      response.once("finish", () => takeRest(Math.min(bodyMs, REST_MS), request));
    else endAfter(bodyMs, answer, request, response);
  };
  subscribe(STARTS, onStart);
  return () => void unsubscribe(STARTS, onStart);
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

function endAfter(ms: number, answer: string, request: IncomingMessage, response: ServerResponse): void {
  const timer = setTimeout(() => {
    if (request.complete) return;
    if (!response.headersSent && request.socket.writable) request.socket.write(answer);
    request.socket.destroy();
  }, ms);
  request.once("close", () => clearTimeout(timer));
}

/** A client that sends on does not listen, and closing would destroy the answer on its way to it. */
function takeRest(ms: number, request: IncomingMessage): void {
  if (request.complete || request.socket.destroyed) return;
  const timer = setTimeout(() => request.socket.destroy(), ms);
  request.socket.once("close", () => clearTimeout(timer));
  // whoever read it has stopped, but is still listening
  request.removeAllListeners("readable");
  setImmediate(() => request.resume());
}
