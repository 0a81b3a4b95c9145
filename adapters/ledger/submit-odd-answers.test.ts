import { type AddressInfo, createServer, type Socket } from "node:net";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import type { LedgerTarget } from "../../core/ledger/ports.ts";
import { createLedgers } from "./ledgers.ts";

/** Enough for a request to arrive on a busy machine. */
const CUT_MS = 1_000;
const ledgers = createLedgers();
afterAll(() => ledgers.close());

describe("submit to something that is no ledger", () => {
  const closers: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of closers.splice(0)) await close();
  });

  async function talk(answer: (socket: Socket) => void): Promise<LedgerTarget> {
    const sockets: Socket[] = [];
    const server = createServer((socket) => {
      sockets.push(socket);
      socket.on("error", () => undefined);
      socket.once("data", () => answer(socket));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    closers.push(async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    });
    return { serviceId: "odd", url, headers: {} };
  }

  const send = (target: LedgerTarget, leftMs: number) =>
    ledgers.sawtooth.submit(target, new Uint8Array(10), {
      deadline: performance.now() + leftMs,
      signal: new AbortController().signal,
    });

  it("is unsure when the answer is not HTTP", async () => {
    const target = await talk((socket) => socket.end("220 mail.example.org ESMTP\r\n"));
    expect(await send(target, 5_000)).toMatchObject({
      kind: "ambiguous",
      message: "No answer: the answer is not HTTP.",
    });
  });

  it("is unsure when the connection is closed without an answer", async () => {
    const target = await talk((socket) => socket.end());
    expect(await send(target, 5_000)).toMatchObject({
      kind: "ambiguous",
      message: "No answer: the connection was closed before the answer, as an https-only server does.",
    });
  });

  it("is sure that nobody got it when no secure connection comes about in time", async () => {
    const target = await talk(() => undefined);
    const secure = { ...target, url: target.url.replace("http:", "https:") };
    expect(await send(secure, 200)).toEqual({
      kind: "busy",
      message: "Nothing was sent: there was no time left to send anything.",
    });
  });

  it("takes half an answer for accepted, and for nothing else", async () => {
    const half = (status: string) => (socket: Socket) => {
      socket.write(`HTTP/1.1 ${status}\r\ncontent-length: 900\r\n\r\n{"error":{"code":30`);
    };
    expect(await send(await talk(half("202 Accepted")), CUT_MS)).toMatchObject({ kind: "accepted" });
    expect(await send(await talk(half("400 Bad Request")), CUT_MS)).toMatchObject({ kind: "ambiguous" });
  });

  it("reads at most a part of an answer without end", async () => {
    const target = await talk((socket) => {
      socket.write("HTTP/1.1 400 Bad Request\r\n\r\n");
      const more = (): void => {
        while (socket.write(Buffer.alloc(65_536, 97)));
        socket.once("drain", more);
      };
      more();
    });
    const answer = await send(target, 20_000);
    expect(answer).toMatchObject({ kind: "ambiguous", httpStatus: 400 });
    expect(answer.message.length).toBe(1_000);
  });

  it("does not undo a coding nobody asked for", async () => {
    const target = await talk((socket) => {
      socket.end("HTTP/1.1 400 Bad Request\r\ncontent-encoding: gzip\r\ncontent-length: 3\r\n\r\n\u001fxx");
    });
    expect(await send(target, 5_000)).toEqual({
      kind: "rejected",
      about: "lane",
      httpStatus: 400,
      message: "400 Bad Request",
    });
  });
});
