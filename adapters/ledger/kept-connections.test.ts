import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeEach, expect, it } from "vitest";
import type { LedgerBackend } from "../../core/ledger/ports.ts";
import { wakingNow } from "../../lib/waking-clock.ts";
import { createLedgers } from "./ledgers.ts";

const ledgers = createLedgers();
let server: Server;
let sockets: Socket[];
beforeEach(async () => {
  sockets = [];
  // it would keep idle connections for five seconds
  server = createServer((request, response) => {
    request.resume().once("end", () => response.writeHead(202).end("{}"));
  }).listen(0, "127.0.0.1");
  server.on("connection", (socket) => sockets.push(socket));
  await once(server, "listening");
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});
afterAll(() => ledgers.close());

const SERVICES = { sawtooth: "----", scabbard: "01234-ABCDE::gsAA" } as const;

function submit(backend: LedgerBackend) {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const target = { serviceId: SERVICES[backend], url, headers: {} };
  const call = { deadline: wakingNow() + 10_000, signal: new AbortController().signal };
  return ledgers[backend].submit(target, Buffer.from("a batch list"), call);
}

/** Sends ten batches, one after the other. @returns how many connections they took */
async function connectionsOf(backend: LedgerBackend): Promise<number> {
  for (let place = 0; place < 10; place += 1)
    expect(await submit(backend)).toMatchObject({ kind: "accepted", httpStatus: 202 });
  return sockets.length;
}

it("batches to Sawtooth, which applies each once however often it arrives, share a connection or two", async () => {
  // a request made just as another one ends may open a second
  expect(await connectionsOf("sawtooth")).toBeLessThanOrEqual(2);
});

it("batches to scabbard, where one that arrives twice is applied twice, take a connection each", async () => {
  expect(await connectionsOf("scabbard")).toBe(10);
});

it("a batch is accepted after the ledger has closed the connection kept from the one before", async () => {
  await submit("sawtooth");
  const [first] = sockets;
  const closed = first && once(first, "close");
  server.closeIdleConnections();
  await closed;
  expect(await submit("sawtooth")).toMatchObject({ kind: "accepted" });
  expect(sockets).toHaveLength(2);
});

it("a connection that was idle for over a second is not used again, though the ledger offers it", async () => {
  await submit("sawtooth");
  await sleep(2_500);
  await submit("sawtooth");
  expect(sockets).toHaveLength(2);
});
