import { createServer, type RequestListener, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openSlowClient } from "../tests/uploads/slow-client.ts";
import { boundBodies } from "./body-time.ts";

const BODY_MS = 600;
const PAUSE_MS = 100;

let giveBack: () => void;
let server: Server | undefined;
beforeEach(() => {
  giveBack = boundBodies(BODY_MS);
});
afterEach(async () => {
  giveBack();
  server?.closeAllConnections();
  await new Promise((resolve) => server?.close(resolve));
});

/** A server with Node's times shortened: 0.3 s for a request unless told otherwise, looked at every 50 ms. */
async function serve(listener: RequestListener, ms = 300): Promise<number> {
  server = createServer(
    { requestTimeout: ms, headersTimeout: ms, connectionsCheckingInterval: 50 },
    listener,
  );
  await new Promise<void>((resolve) => server?.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

const readAll: RequestListener = async (request, response) => {
  let bytes = 0;
  try {
    for await (const chunk of request) bytes += chunk.length;
    response.end(String(bytes));
  } catch {
    // the connection was ended meanwhile
  }
};
const refuse: RequestListener = async (request, response) => {
  for await (const _ of request.iterator({ destroyOnReturn: false })) break;
  response.writeHead(413).end("too large");
};
const head = (address: string, bytes: number) =>
  `POST ${address} HTTP/1.1\r\nHost: x\r\nContent-Length: ${bytes}\r\n\r\n`;

describe("the time of a body", () => {
  it("of an upload is its handler's to bound", async () => {
    const client = await openSlowClient(await serve(readAll));
    client.send(head("/api/v1/batches", 12));
    await client.drip("0123456789ab", PAUSE_MS);
    const { status, text } = await client.answer();
    expect([status, text.split("\r\n").at(-1)]).toEqual([200, "12"]);
  });

  it("of anything else is bounded, however its bytes come", async () => {
    const client = await openSlowClient(await serve(readAll));
    client.send(head("/api/v1/checks", 100));
    await client.drip("x".repeat(50), PAUSE_MS);
    const { status, ms } = await client.closed();
    expect(status).toBe(408);
    expect(ms).toBeGreaterThan(BODY_MS - 20);
    expect(ms).toBeLessThan(BODY_MS + 1500);
  });

  it("is not bounded twice: a request of the same connection has its own", async () => {
    const client = await openSlowClient(await serve(readAll));
    for (let request = 0; request < 3; request += 1) {
      client.send(head("/api/v1/checks", 4));
      await client.drip("0123", PAUSE_MS);
    }
    expect((await client.answer()).text.match(/200 OK/g)).toHaveLength(3);
    client.reset();
  });

  it("of headers stays Node's", async () => {
    const port = await serve(readAll);
    const first = await openSlowClient(port);
    first.send(head("/api/v1/checks", 1));
    first.send("x");
    await first.answer();
    const slow = await openSlowClient(port);
    await slow.drip("GET / HTTP/1.1\r\nHost: x\r\nX: y", PAUSE_MS);
    const { status, ms } = await slow.closed();
    expect(status).toBe(408);
    expect(ms).toBeLessThan(2000);
    first.reset();
  });
});

describe("an upload that is answered before its end", () => {
  it("is heard by a client that listens once everything is sent", async () => {
    giveBack();
    giveBack = boundBodies(60_000);
    // more than the buffers of both ends hold
    const bytes = 16 * 1024 * 1024;
    const client = connect(await serve(refuse, 60_000), "127.0.0.1").pause();
    let text = "";
    client.on("error", (error) => {
      text += String(error);
    });
    client.write(head("/api/v1/batches", bytes));
    await new Promise<void>((resolve) => client.write(Buffer.alloc(bytes), () => resolve()));
    client.on("data", (chunk) => {
      text += chunk.toString();
    });
    client.resume();
    await new Promise<void>((resolve) => client.once("data", () => resolve()).once("close", () => resolve()));
    client.destroy();
    expect(text).toMatch(/^HTTP\/1\.1 413 /);
  });

  it("is closed when it goes on", async () => {
    const client = await openSlowClient(await serve(refuse));
    client.send(head("/api/v1/batches", 1_000_000));
    await client.drip("x".repeat(50), PAUSE_MS);
    const { status, ms } = await client.closed();
    expect(status).toBe(413);
    expect(ms).toBeLessThan(BODY_MS + 2000);
  });
});
