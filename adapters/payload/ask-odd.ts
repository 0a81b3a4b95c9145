import { type IncomingMessage, request as openRequest } from "node:http";
import type { Socket } from "node:net";
import { Duplex } from "node:stream";
import type { buildConnector } from "undici";
import type { Answer } from "../http/answer.ts";
import { type Headers, headerOf, MOST_HEADER_BYTES } from "../http/headers.ts";
import { HeadMender } from "./mend-head.ts";

type OddQuestion = {
  readonly method: "GET" | "HEAD";
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
};

/** Whether a head gives the body's length in two ways; undici follows both. */
export function isOddlyFramed(headers: Headers): boolean {
  const length = headers["content-length"];
  if (length === undefined) return false;
  const isTwice = Array.isArray(length) || length.includes(",");
  return isTwice || headerOf(headers, "transfer-encoding") !== undefined;
}

/**
 * Sends one request, over a connection used for nothing else, and corrects the head of the answer: for servers that
 * undici, which follows the standard strictly, cannot understand or misunderstands. `connect` has checked where it
 * leads.
 * Errors: `SourceFault`, those of node:net and node:tls, codes of Node.js's parser (`HPE_...`), the signal's reason.
 */
export async function askOdd(
  connect: buildConnector.connector,
  { method, url, headers, signal }: OddQuestion,
): Promise<Answer> {
  const mended = new MendedSocket(await connectTo(connect, url));
  try {
    const message = await answerOf(mended, { method, url, headers, signal });
    // Node.js only ends sockets of its own
    message.once("close", () => mended.destroy());
    return { status: message.statusCode ?? 0, headers: message.headers, body: message };
  } catch (error) {
    mended.destroy();
    throw error;
  }
}

function answerOf(
  mended: MendedSocket,
  { method, url, headers, signal }: OddQuestion,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = openRequest({
      method,
      host: url.hostname,
      path: url.pathname + url.search,
      headers: { ...headers, host: url.host },
      createConnection: () => mended,
      maxHeaderSize: MOST_HEADER_BYTES,
      signal,
    });
    request.on("response", resolve);
    request.on("error", reject);
    request.end();
  });
}

function connectTo(connect: buildConnector.connector, url: URL): Promise<Socket> {
  const { hostname, host, protocol, port } = url;
  return new Promise((resolve, reject) => {
    connect({ hostname, host, protocol, port }, (error, socket) => {
      if (error) reject(error);
      else resolve(socket);
    });
  });
}

/** A socket whose answer has a corrected head. */
class MendedSocket extends Duplex {
  readonly #socket: Socket;
  readonly #mender = new HeadMender();

  constructor(socket: Socket) {
    super();
    this.#socket = socket;
    socket.on("data", (chunk: Buffer) => this.#take(chunk));
    socket.on("end", () => {
      this.push(this.#mender.end());
      this.push(null);
    });
    socket.on("error", (error) => this.destroy(error));
    // the reader of the answer gets the error from the answer
    this.on("error", () => {});
    socket.pause();
  }

  #take(chunk: Buffer): void {
    try {
      const out = this.#mender.push(chunk);
      if (out.length > 0 && !this.push(out)) this.#socket.pause();
    } catch (error) {
      this.destroy(error instanceof Error ? error : new Error(String(error)));
    }
  }

  override _read(): void {
    this.#socket.resume();
  }

  override _write(chunk: Buffer, encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#socket.write(chunk, encoding, done);
  }

  override _final(done: () => void): void {
    this.#socket.end(done);
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#socket.destroy();
    done(error);
  }
}
