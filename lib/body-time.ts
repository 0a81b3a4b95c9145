import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { isUpload } from "./is-upload.ts";
import { bareAnswer } from "./request-door.ts";
import { securityHeaders } from "./security-headers.ts";

/**
 * The message Node publishes when a request starts. Source: Node.js, diagnostics_channel, `http.server.request.start`.
 */
type Started = {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly server: Server;
};

const STARTS = "http.server.request.start";
/** How long the rest of an already answered upload is read and discarded, so that its client receives the answer. */
const REST_MS = 30_000;

/**
 * Replaces Node's `requestTimeout`, which would end every upload after five minutes and which Next does not expose:
 * bodies may take `bodyMs`, uploads as long as their handler reads them. Headers keep Node's own `headersTimeout`.
 * `https`: people reach Waybill by https. Applies to every HTTP server of the process, from its next request.
 * @returns a function that restores Node's timeout for later requests
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

/** A client that is still sending does not read, and closing the connection would destroy the answer in transit. */
function takeRest(ms: number, request: IncomingMessage): void {
  if (request.complete || request.socket.destroyed) return;
  const timer = setTimeout(() => request.socket.destroy(), ms);
  request.socket.once("close", () => clearTimeout(timer));
  // the reader has stopped, but its listeners remain
  request.removeAllListeners("readable");
  setImmediate(() => request.resume());
}
