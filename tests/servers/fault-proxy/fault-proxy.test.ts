import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { postgresStatements } from "./postgres-statements.ts";
import { type FaultProxy, startFaultProxy } from "./start.ts";

let server: Server;
let proxy: FaultProxy;
/** What reached the server. */
let arrived: string;

beforeEach(async () => {
  arrived = "";
  server = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.on("data", (chunk) => {
      arrived += chunk.toString();
      socket.write(`echo ${chunk.toString()}`);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  proxy = await startFaultProxy({
    targetPort: (server.address() as AddressInfo).port,
    readRequests: () => (chunk) => [chunk.toString()],
  });
});

afterEach(async () => {
  await proxy.close();
  server.close();
});

async function open(): Promise<Socket> {
  const socket = connect(proxy.port, "127.0.0.1");
  await once(socket, "connect");
  return socket;
}

const answerOf = async (socket: Socket, request: string): Promise<string> => {
  socket.write(request);
  const [chunk] = await once(socket, "data");
  return String(chunk);
};

/** How a connection ends: the error's code, or `closed`. */
const endOf = (socket: Socket): Promise<string> =>
  new Promise((resolve) => {
    socket.once("error", (error) => resolve("code" in error ? String(error.code) : error.message));
    socket.once("close", () => resolve("closed"));
  });

describe("the fault proxy", () => {
  it("carries bytes", async () => {
    const socket = await open();
    expect(await answerOf(socket, "hello")).toBe("echo hello");
    socket.destroy();
  });

  it("cuts after a request was done, and swallows its answer", async () => {
    proxy.trap({ fits: (request) => request === "commit", cut: "after" });
    const socket = await open();
    expect(await answerOf(socket, "insert")).toBe("echo insert");
    const ended = endOf(socket);
    socket.write("commit");
    expect(await ended).toBe("ECONNRESET");
    expect(arrived).toBe("insertcommit");
    expect(proxy.seen).toMatchObject({ cuts: 1, swallowedBytes: "echo commit".length });
    const again = await open();
    expect(await answerOf(again, "commit")).toBe("echo commit");
    again.destroy();
  });

  it("cuts before a request is seen", async () => {
    proxy.trap({ fits: (request) => request === "commit", cut: "before" });
    const socket = await open();
    const ended = endOf(socket);
    socket.write("commit");
    expect(await ended).toBe("ECONNRESET");
    expect(arrived).toBe("");
  });

  it("resets open connections, and refuses new ones until it is healed", async () => {
    const socket = await open();
    await answerOf(socket, "hello");
    const ended = endOf(socket);
    expect(proxy.resetPeers()).toBe(1);
    expect(await ended).toBe("ECONNRESET");
    proxy.refuse();
    const refused = connect(proxy.port, "127.0.0.1");
    expect(["ECONNRESET", "closed"]).toContain(await endOf(refused));
    proxy.heal();
    const healed = await open();
    expect(await answerOf(healed, "hello")).toBe("echo hello");
    healed.destroy();
  });

  it("keeps a blackholed connection open and silent, also once it is healed", async () => {
    const socket = await open();
    await answerOf(socket, "hello");
    proxy.blackhole();
    socket.write("lost");
    proxy.heal();
    const answer = await Promise.race([once(socket, "data"), endOf(socket), sleep(100, "silent")]);
    expect(answer).toBe("silent");
    expect(arrived).toBe("hello");
    socket.destroy();
    const healed = await open();
    expect(await answerOf(healed, "hello")).toBe("echo hello");
    healed.destroy();
  });

  it("delays, and cuts after so many bytes", async () => {
    proxy.latency(60);
    const slow = await open();
    const began = performance.now();
    await answerOf(slow, "hello");
    expect(performance.now() - began).toBeGreaterThan(100);
    slow.destroy();
    proxy.latency(0);
    proxy.limitData(4);
    const short = await open();
    const ended = endOf(short);
    short.write("hello");
    let got = "";
    short.on("data", (chunk) => {
      got += chunk.toString();
    });
    await ended;
    expect("echo".startsWith(got)).toBe(true);
    expect(proxy.seen.cuts).toBe(1);
  });
});

describe("PostgreSQL's statements", () => {
  const message = (type: string, ...words: readonly string[]) => {
    const body = Buffer.from(words.map((word) => `${word}\0`).join(""));
    const head = Buffer.alloc(type.length + 4);
    head.write(type, "latin1");
    head.writeUInt32BE(body.length + 4, type.length);
    return Buffer.concat([head, body]);
  };
  const startup = message("", "user", "postgres", "");

  it("are read whole, prepared, and in pieces", () => {
    const read = postgresStatements();
    expect(read(startup)).toEqual([]);
    expect(read(message("Q", "SELECT 1"))).toEqual(["SELECT 1"]);
    const prepared = Buffer.concat([message("P", "w1", "COMMIT", ""), message("B", "", "w1", "")]);
    expect(read(prepared.subarray(0, 7))).toEqual([]);
    expect(read(prepared.subarray(7))).toEqual(["COMMIT"]);
    expect(read(message("B", "", "w1", ""))).toEqual(["COMMIT"]);
  });

  it("are left out of other applications' connections", () => {
    const read = postgresStatements("waybill-worker");
    read(message("", "user", "postgres", "application_name", "bullmq", ""));
    expect(read(message("Q", "SELECT 1"))).toEqual([]);
    const mine = postgresStatements("waybill-worker");
    mine(message("", "user", "postgres", "application_name", "waybill-worker", ""));
    expect(mine(message("Q", "SELECT 1"))).toEqual(["SELECT 1"]);
  });
});
