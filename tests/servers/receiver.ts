import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A callback as it arrived. */
export type SeenCallback = {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
};

/** How a callback is answered. */
export type Answering = (response: ServerResponse, seen: SeenCallback) => void;

/** A receiver of callbacks on 127.0.0.1. */
export type Receiver = {
  /** `http://127.0.0.1:<port>`. */
  readonly origin: string;
  /** `host:port`, as a collection's list of private sources takes it. */
  readonly host: string;
  readonly port: number;
  /** Every callback so far whose body arrived whole, oldest first. */
  readonly seen: readonly SeenCallback[];
  /** Connections taken so far. */
  readonly connections: () => number;
  /** Answers from now on; of several each callback takes the next, and the last one stays. */
  answer(...next: readonly Answering[]): void;
  close(): Promise<void>;
};

/** Answers with a status, headers and some text. */
export const status =
  (code: number, text = "", headers: Readonly<Record<string, string>> = {}): Answering =>
  (response) =>
    void response.writeHead(code, headers).end(text);

/** Never answers. */
export const silence: Answering = () => undefined;

/** Resets the connection instead of answering. */
export const reset: Answering = (response) => void response.socket?.resetAndDestroy();

/** Starts a receiver that answers 200, on a free port unless one is given. */
export async function startReceiver(port = 0): Promise<Receiver> {
  const seen: SeenCallback[] = [];
  let answers: readonly Answering[] = [status(200, "thanks")];
  let connections = 0;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const callback = {
        path: request.url ?? "",
        headers: request.headers,
        body: Buffer.concat(chunks).toString("utf8"),
      };
      seen.push(callback);
      const [first = status(200), ...rest] = answers;
      if (rest.length > 0) answers = rest;
      first(response, callback);
    });
  });
  server.on("connection", () => {
    connections += 1;
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  const address = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${address.port}`,
    host: `127.0.0.1:${address.port}`,
    port: address.port,
    seen,
    connections: () => connections,
    answer: (...next) => {
      answers = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
