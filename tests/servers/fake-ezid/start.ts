import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { json, plain, type Reply, readBody, send } from "../fake-ledger/answer.ts";
import { answerCall, type EzidLogEntry, type World } from "./call.ts";
import { Control, type ControlInput, openFaultBoard } from "./faults.ts";
import { type EzidRecord, openRecords, type RecordRules } from "./records.ts";

const MOST_BYTES = 1_048_576;
const SHOULDER = "ark:/99999/fk4";

/** `latencyMs`: how long each call is worked on; `atOnce`: more calls of a user at a time are refused. */
export type FakeEzidOptions = {
  readonly port?: number;
  readonly latencyMs?: number;
  readonly atOnce?: number;
  /** User names and passwords. */
  readonly accounts?: Readonly<Record<string, string>>;
  readonly rules?: RecordRules;
};

/** An EZID on 127.0.0.1. `mostAtOnce`: the most calls that were under way at a time, refused ones counted. */
export type FakeEzid = {
  readonly url: string;
  readonly records: ReadonlyMap<string, EzidRecord>;
  readonly log: readonly EzidLogEntry[];
  readonly mostAtOnce: number;
  /** Identifiers that were minted, or created by name, whether or not the answer got through. */
  minted(): string[];
  control(input: ControlInput): void;
  close(): Promise<void>;
};

export async function startFakeEzid(options: FakeEzidOptions = {}): Promise<FakeEzid> {
  const accounts = new Map(Object.entries(options.accounts ?? { waybill: "s3cret-pass" }));
  const [first = "waybill"] = accounts.keys();
  const rules = options.rules ?? {
    shoulders: [{ shoulder: SHOULDER, users: [first] }],
    users: new Map([[first, []]]),
  };
  const world: World = {
    accounts,
    records: openRecords(rules),
    board: openFaultBoard(),
    log: [],
    latencyMs: options.latencyMs ?? 0,
    atOnce: options.atOnce ?? 4,
    underWay: 0,
    mostAtOnce: 0,
  };
  const server = createServer((request, response) => {
    response.on("error", () => undefined);
    const gone = new Promise<void>((resolve) => response.once("close", resolve));
    answer(request, gone, world).then(
      (reply) => reply !== undefined && send(response, reply),
      (error: unknown) => fail(response, error),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port ?? 0, "127.0.0.1", resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    records: world.records.all,
    log: world.log,
    get mostAtOnce() {
      return world.mostAtOnce;
    },
    minted: () => [...world.records.made],
    control: (input) => world.board.apply(Control.parse(input)),
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}

async function answer(
  request: IncomingMessage,
  gone: Promise<void>,
  world: World,
): Promise<Reply | undefined> {
  const { method = "GET", headers } = request;
  const url = new URL(request.url ?? "/", "http://127.0.0.1");
  const body = (await readBody(request, MOST_BYTES)) ?? Buffer.alloc(0);
  if (url.pathname.startsWith("/_")) return answerOwn(method, url, body, world);
  if (url.pathname === "/status") return plain(200, "success: EZID is up");
  if (!/^\/(?:shoulder|id)\//.test(url.pathname)) return plain(404, "<h1>Not Found</h1>");
  const asked = { method, url, headers, body };
  world.underWay += 1;
  world.mostAtOnce = Math.max(world.mostAtOnce, world.underWay);
  try {
    return await answerCall(asked, gone, world);
  } finally {
    world.underWay -= 1;
  }
}

/** The addresses of the fake itself. */
function answerOwn(method: string, url: URL, body: Buffer, world: World): Reply {
  if (method === "GET" && url.pathname === "/_log")
    return json(200, { mostAtOnce: world.mostAtOnce, log: world.log });
  if (method === "GET" && url.pathname === "/_records")
    return json(
      200,
      Object.fromEntries([...world.records.all].map(([id, record]) => [id, Object.fromEntries(record)])),
    );
  if (method !== "POST" || url.pathname !== "/_control") return plain(404, "404: Not Found");
  let value: unknown;
  try {
    value = JSON.parse(body.toString("utf8"));
  } catch {
    return plain(400, "The body is not JSON.");
  }
  const input = Control.safeParse(value);
  if (!input.success) return plain(400, input.error.message);
  world.board.apply(input.data);
  return json(200, {});
}

function fail(response: ServerResponse, error: unknown): void {
  console.error(error);
  response.destroy();
}
