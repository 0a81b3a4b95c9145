import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import type { Behaviour } from "./behaviours.ts";
import { type Gate, play } from "./play.ts";

/** A request as it arrived. */
export type SeenRequest = {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
};

/** A payload source on 127.0.0.1 that behaves as told, path by path. */
export type HostileSource = {
  /** `http://127.0.0.1:<port>`, or https with the name localhost. */
  readonly origin: string;
  /** `host:port`, as a collection's list of private sources takes it. */
  readonly host: string;
  /** Every request so far, oldest first. */
  readonly requests: readonly SeenRequest[];
  /** Connections taken so far. */
  readonly connections: () => number;
  url(path: string): string;
  /** Sets what a path answers, and ends what `release` let go ahead of time. Of several behaviours each GET takes the next, and the last one stays. */
  serve(path: string, behaviour: Behaviour | readonly Behaviour[]): void;
  /** A path that is answered once, by HEAD or GET, and is gone then, as Merritt's Ruby client serves its files. */
  serveOnce(path: string, body: string): void;
  /** Sets what HEAD answers; without it HEAD gets what the next GET will, without its body. */
  serveHead(path: string, behaviour: Behaviour): void;
  /** Lets `count` held answers or cuts of a path go: those that wait, then those to come. Default: all. */
  release(path: string, count?: number): void;
  close(): Promise<void>;
};

/** Starts a source; https when it gets a certificate (see loopback-certificate.ts). Paths not served answer 404. */
export async function startSource(tls?: {
  readonly key: string;
  readonly cert: string;
}): Promise<HostileSource> {
  const requests: SeenRequest[] = [];
  const gets = new Map<string, readonly Behaviour[]>();
  const once = new Set<string>();
  const heads = new Map<string, Behaviour>();
  const gates = new Map<string, OpenableGate>();
  let connections = 0;

  const gateOf = (path: string) => {
    const gate = gates.get(path) ?? openGate();
    gates.set(path, gate);
    return gate;
  };
  const next = (path: string, isHead: boolean): Behaviour => {
    const queue = gets.get(path) ?? [];
    const [first = { kind: "status", status: 404 } as const, ...rest] = queue;
    if (once.delete(path)) {
      gets.delete(path);
      return first;
    }
    if (isHead) return heads.get(path) ?? first;
    if (rest.length > 0) gets.set(path, rest);
    return first;
  };
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const path = request.url ?? "/";
    requests.push({ method: request.method ?? "", path, headers: request.headers });
    const behaviour = next(path, request.method === "HEAD");
    await play(behaviour, request, response, gateOf(path));
  };
  const onRequest = (request: IncomingMessage, response: ServerResponse) => {
    response.on("error", () => {});
    answer(request, response).catch((error: unknown) =>
      response.destroy(error instanceof Error ? error : undefined),
    );
  };
  const server: Server = tls ? createTlsServer(tls, onRequest) : createServer(onRequest);
  server.on("connection", () => {
    connections += 1;
  });
  const { port } = await listen(server);
  const host = tls ? `localhost:${port}` : `127.0.0.1:${port}`;
  const origin = `${tls ? "https" : "http"}://${host}`;
  return {
    origin,
    host,
    requests,
    connections: () => connections,
    url: (path) => origin + path,
    serve(path, behaviour) {
      gets.set(path, "kind" in behaviour ? [behaviour] : behaviour);
      gateOf(path).shut();
    },
    serveOnce(path, body) {
      gets.set(path, [{ kind: "file", body }]);
      once.add(path);
    },
    serveHead: (path, behaviour) => void heads.set(path, behaviour),
    release: (path, count) => gateOf(path).open(count ?? Number.POSITIVE_INFINITY),
    close: () => stop(server),
  };
}

type OpenableGate = Gate & { open(count: number): void; shut(): void };

function openGate(): OpenableGate {
  let free = 0;
  const waiting: (() => void)[] = [];
  return {
    pass: () =>
      new Promise((resolve) => {
        if (free === 0) return void waiting.push(resolve);
        free -= 1;
        resolve();
      }),
    open(count) {
      free += count;
      while (free > 0 && waiting.length > 0) {
        free -= 1;
        waiting.shift()?.();
      }
    },
    shut() {
      free = 0;
    },
  };
}

function listen(server: Server): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      if (address === null || typeof address === "string") reject(new Error("The source has no port."));
      else resolve(address);
    });
  });
}

function stop(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.close((error) => (error ? reject(error) : resolve()));
    server.closeAllConnections();
  });
}
