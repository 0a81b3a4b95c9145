import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { json, plain, type Reply, readBody, send } from "./answer.ts";
import { applyControl } from "./control.ts";
import { Control, type ControlInput, openFaultBoard } from "./faults.ts";
import { type LogEntry, openLog } from "./log.ts";
import { respondToStatus, respondToSubmit } from "./respond.ts";
import { findRoute, type Route } from "./route.ts";
import { openServices, type Services } from "./services.ts";

const MOST_BYTES = 10_485_760;
const SEEN_REQUESTS = 1_000;

/** `settleMs`: how long a batch stays Pending; 0: final before its arrival is answered. */
export type FakeLedgerOptions = {
  readonly port?: number;
  readonly logFile?: string;
  readonly settleMs?: number;
};

export type SeenLedgerRequest = {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
};

/** A ledger on 127.0.0.1 that speaks Sawtooth's REST API and scabbard's. */
export type FakeLedger = {
  /** `http://127.0.0.1:<port>`: the address of the Sawtooth lane `default` and of every scabbard lane. */
  readonly url: string;
  /** Address of a Sawtooth lane of its own. */
  sawtoothUrl(name: string): string;
  readonly log: readonly LogEntry[];
  /** The last 1,000 requests to services, oldest first. */
  readonly requests: readonly SeenLedgerRequest[];
  /** As `POST /_control` does. */
  control(input: ControlInput): void;
  /** How often each batch of a service was executed. */
  counts(service: string): Readonly<Record<string, number>>;
  close(): Promise<void>;
};

type Parts = {
  readonly services: Services;
  readonly stage: Parameters<typeof respondToSubmit>[1];
  readonly requests: SeenLedgerRequest[];
};

export async function startFakeLedger(options: FakeLedgerOptions = {}): Promise<FakeLedger> {
  const stage = { log: openLog(options.logFile), board: openFaultBoard() };
  const services = openServices({ ...stage, settleMs: options.settleMs ?? 0 });
  const parts: Parts = { services, stage, requests: [] };
  const server = createServer((request, response) => {
    response.on("error", () => undefined);
    answer(request, parts).then(
      (reply) => send(response, reply),
      (error: unknown) => fail(response, error),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port ?? 0, "127.0.0.1", resolve);
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    sawtoothUrl: (name) => `${url}/sawtooth/${name}`,
    log: stage.log.entries,
    requests: parts.requests,
    control: (input) => applyControl(Control.parse(input), services, stage.board),
    counts: (service) => services.counts()[service] ?? {},
    close: async () => {
      services.close();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}

async function answer(request: IncomingMessage, parts: Parts): Promise<Reply> {
  const url = new URL(request.url ?? "/", "http://127.0.0.1");
  const body = await readBody(request, MOST_BYTES);
  const route = findRoute(url.pathname);
  if (route) return answerService(request, url, route, body, parts);
  return answerOwn(request, url, body ?? Buffer.alloc(0), parts);
}

async function answerService(
  request: IncomingMessage,
  url: URL,
  route: Route,
  body: Buffer | undefined,
  { services, stage, requests }: Parts,
): Promise<Reply> {
  const { method = "GET", headers } = request;
  requests.push({ method, path: url.pathname + url.search, headers });
  if (requests.length > SEEN_REQUESTS) requests.shift();
  const service = services.get(route.service, route.protocol);
  const base = `http://${headers.host ?? "127.0.0.1"}${route.base}`;
  const asked = { method, headers, query: url.searchParams, body: body ?? Buffer.alloc(0), base };
  const known = { service, asked, isTooLarge: body === undefined };
  if (route.wanted === "batches") {
    return method === "POST" ? respondToSubmit(known, stage) : plain(405, "405: Method Not Allowed");
  }
  const isAsked = method === "GET" || (method === "POST" && route.protocol === "sawtooth");
  return isAsked ? respondToStatus(known, stage) : plain(405, "405: Method Not Allowed");
}

/** The addresses of the fake itself. */
function answerOwn(request: IncomingMessage, url: URL, body: Buffer, { services, stage }: Parts): Reply {
  const service = url.searchParams.get("service");
  const entries = stage.log.entries;
  switch (`${request.method ?? "GET"} ${url.pathname}`) {
    case "GET /_control":
      return json(200, stage.board.list());
    case "POST /_control":
      return takeControl(body, services, stage);
    case "GET /_log":
      return json(200, service === null ? entries : entries.filter((entry) => entry.service === service));
    case "GET /_counts":
      return json(200, service === null ? services.counts() : (services.counts()[service] ?? {}));
    default:
      return plain(404, "404: Not Found");
  }
}

function takeControl(body: Buffer, services: Services, { board }: Parts["stage"]): Reply {
  let value: unknown;
  try {
    value = JSON.parse(body.toString("utf8"));
  } catch {
    return plain(400, "The body is not JSON.");
  }
  const input = Control.safeParse(value);
  if (!input.success) return plain(400, input.error.message);
  applyControl(input.data, services, board);
  return json(200, board.list());
}

function fail(response: ServerResponse, error: unknown): void {
  console.error(error);
  response.destroy();
}
