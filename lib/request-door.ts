import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { type IncomingMessage, Server, type ServerResponse, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { clientAddress, type Networks } from "./client-address.ts";
import { withoutIngest } from "./merritt-address.ts";
import { tellPeer } from "./peer.ts";
import { readableAddress } from "./readable-address.ts";
import { securityHeaders } from "./security-headers.ts";

/**
 * The message Node publishes when a request starts. Source: Node.js, diagnostics_channel, `http.server.request.start`.
 */
type Started = {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly socket: Socket;
};

export type Door = {
  /** People reach Waybill by https. */
  readonly https: boolean;
  readonly trustedProxies: Networks;
};

const STARTS = "http.server.request.start";
const CONNECTS = "net.server.socket";
/** Node's own responses to unreadable requests, by error code; 400 for all others. */
const UNREADABLE: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  HPE_HEADER_OVERFLOW: 431,
};

/**
 * Runs before Next, which has no hook for any of this: every response gets the security headers, including those of
 * Next and Node themselves; routes learn the client's address; an unreadable path is treated as missing; Merritt's
 * service prefix is removed. Applies to every HTTP server of the process, from its next connection. @returns a function
 * that removes it
 */
export function keepDoor({ https, trustedProxies }: Door): () => void {
  const headers = securityHeaders(https);
  const refuse = (error: NodeJS.ErrnoException, socket: Socket) => refuseUnreadable(error, socket, headers);
  const servers = new Set<Server>();
  const onConnect = (message: unknown) => {
    const { server } = (message as { readonly socket: { readonly server?: unknown } }).socket;
    if (!(server instanceof Server) || servers.has(server)) return;
    servers.add(server);
    server.on("clientError", refuse);
  };
  const onStart = (message: unknown) => {
    const { request, response, socket } = message as Started;
    addHeaders(response, headers);
    request.url = withoutIngest(readableAddress(request.url ?? "/"));
    const forwarded = request.headers["x-forwarded-for"];
    const forwardedFor = Array.isArray(forwarded) ? forwarded.join(",") : forwarded;
    tellPeer(request.headers, clientAddress(socket.remoteAddress, forwardedFor, trustedProxies));
  };
  subscribe(CONNECTS, onConnect);
  subscribe(STARTS, onStart);
  return () => {
    unsubscribe(CONNECTS, onConnect);
    unsubscribe(STARTS, onStart);
    for (const server of servers) server.off("clientError", refuse);
  };
}

/** Sets headers at the last moment, since a header set earlier would keep Next from setting its own. */
function addHeaders(response: ServerResponse, headers: Readonly<Record<string, string>>): void {
  const writeHead = response.writeHead.bind(response) as (...words: readonly unknown[]) => ServerResponse;
  const withHeaders = (...words: readonly unknown[]) => {
    for (const [name, value] of Object.entries(headers))
      if (!response.hasHeader(name)) response.setHeader(name, value);
    return writeHead(...words);
  };
  response.writeHead = withHeaders as typeof response.writeHead;
}

/** Refuses as Node does by default, but with the headers. */
function refuseUnreadable(
  error: NodeJS.ErrnoException,
  socket: Socket & { readonly _httpMessage?: { readonly headersSent: boolean } | null },
  headers: Readonly<Record<string, string>>,
): void {
  if (socket.writable && !socket._httpMessage?.headersSent)
    socket.write(bareAnswer(UNREADABLE[error.code ?? ""] ?? 400, headers));
  socket.destroy();
}

/** A raw response for a socket whose request will not be handled. */
export function bareAnswer(status: number, headers: Readonly<Record<string, string>>): string {
  const all = { ...headers, connection: "close", "content-length": "0" };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("\r\n")}\r\n\r\n`;
}
