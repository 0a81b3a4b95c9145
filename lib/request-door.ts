import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { type IncomingMessage, Server, type ServerResponse, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { clientAddress, type Networks } from "./client-address.ts";
import { withoutIngest } from "./merritt-address.ts";
import { tellPeer } from "./peer.ts";
import { readableAddress } from "./readable-address.ts";
import { securityHeaders } from "./security-headers.ts";

/** What Node publishes at the beginning of each request. Source: Node.js, diagnostics_channel, `http.server.request.start`. */
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
/** What Node's own answers to unreadable requests are, by its error code; 400 for all others. */
const UNREADABLE: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  HPE_HEADER_OVERFLOW: 431,
};

/**
 * Stands before Next, which has no place for any of this: every answer gets the security headers, also those that Next
 * and Node give by themselves; routes are told the client's address; an unreadable path is one that is not there; Merritt's name for its service is left out. Holds
 * for every HTTP server of the process, from its next connection on. @returns takes it away again
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

/** At the last moment, since a header that is set before keeps Next from setting its own. */
function addHeaders(response: ServerResponse, headers: Readonly<Record<string, string>>): void {
  const writeHead = response.writeHead.bind(response) as (...words: readonly unknown[]) => ServerResponse;
  const withHeaders = (...words: readonly unknown[]) => {
    for (const [name, value] of Object.entries(headers))
      if (!response.hasHeader(name)) response.setHeader(name, value);
    return writeHead(...words);
  };
  response.writeHead = withHeaders as typeof response.writeHead;
}

/** As Node does when nobody listens, with the headers. */
function refuseUnreadable(
  error: NodeJS.ErrnoException,
  socket: Socket & { readonly _httpMessage?: { readonly headersSent: boolean } | null },
  headers: Readonly<Record<string, string>>,
): void {
  if (socket.writable && !socket._httpMessage?.headersSent)
    socket.write(bareAnswer(UNREADABLE[error.code ?? ""] ?? 400, headers));
  socket.destroy();
}

/** An answer for a socket whose request nobody will answer. */
export function bareAnswer(status: number, headers: Readonly<Record<string, string>>): string {
  const all = { ...headers, connection: "close", "content-length": "0" };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("\r\n")}\r\n\r\n`;
}
