import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { type AddressInfo, createServer as createTcpServer, type Socket } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { createLedgers } from "./ledgers.ts";

const ledgers = createLedgers();
let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

const CUT_MS = 200;
const { signal } = new AbortController();

/** A ledger that reads calls completely and never answers. */
async function listen() {
  const seen: { read: number; sockets: Socket[] } = { read: 0, sockets: [] };
  server = createServer(async (request) => {
    seen.sockets.push(request.socket);
    for await (const chunk of request) seen.read += (chunk as Buffer).length;
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return { seen, url: urlOf(server) };
}

/** One that does not even begin to read. */
async function delay() {
  const waiting = createTcpServer({ pauseOnConnect: true }).listen(0, "127.0.0.1");
  await once(waiting, "listening");
  const socket = once(waiting, "connection").then(([one]: Socket[]) => one);
  return { socket, url: urlOf(waiting), close: () => waiting.close() };
}

const urlOf = (on: { address(): unknown }) => `http://127.0.0.1:${(on.address() as AddressInfo).port}`;
const ended = (socket: Socket) => (socket.destroyed ? undefined : once(socket, "close"));

describe("a call that is cut off at its deadline", () => {
  const submit = (url: string, body: Uint8Array) => {
    const target = { serviceId: "----", url, headers: {} };
    return ledgers.sawtooth.submit(target, body, { deadline: performance.now() + CUT_MS, signal });
  };
  const CUT = { kind: "ambiguous", isOver: false };

  it("ends its connection, which a ledger that has read it whole sees and need not heed", async () => {
    const { seen, url } = await listen();
    expect(await submit(url, Buffer.alloc(1_000))).toMatchObject(CUT);
    const [socket] = seen.sockets;
    if (!socket) throw new Error("nothing came");
    // a kept-alive connection would last for seconds
    await ended(socket);
    expect(seen).toMatchObject({ read: 1_000 });
  });

  it("takes the rest of it back from a ledger that has not read it", async () => {
    const waiting = await delay();
    // more than the buffers of both sides hold together
    expect(await submit(waiting.url, Buffer.alloc(20_000_000))).toMatchObject(CUT);
    const socket = await waiting.socket;
    let read = 0;
    socket?.on("data", (chunk: Buffer) => {
      read += chunk.length;
    });
    socket?.on("error", () => undefined);
    const closed = socket && once(socket, "close");
    socket?.resume();
    await closed;
    waiting.close();
    expect(socket?.destroyed).toBe(true);
    expect(read).toBeLessThan(20_000_000);
  });

  it("ends a question's connection too, though that is kept alive otherwise", async () => {
    const { seen, url } = await listen();
    const target = { serviceId: "----", url, headers: {} };
    const asked = ledgers.sawtooth.readStatuses(target, ["a"], { timeoutMs: CUT_MS, signal });
    await expect(asked).rejects.toMatchObject({ code: "ledger_unreachable" });
    const [socket] = seen.sockets;
    if (!socket) throw new Error("nothing came");
    await ended(socket);
    expect(socket.destroyed).toBe(true);
  });
});
