import { createHmac } from "node:crypto";
import { type AddressInfo, createServer, type Server } from "node:net";
import { Webhook } from "standardwebhooks";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { CallbackAnswer, CallbackSender } from "../../core/callback/ports.ts";
import { type Receiver, reset, silence, startReceiver, status } from "../../tests/servers/receiver.ts";
import { openCallbackSender } from "./sender.ts";

const [ONE, TWO] = [secret("a"), secret("b")];
const BODY = '{"job:jobState":{"job:jobID":"jid-1"}}';
const never = new AbortController().signal;

let receiver: Receiver;
let other: Receiver;
let sender: CallbackSender;
/** The same, but it waits for 300 ms only. */
let hasty: CallbackSender;
const raw: Server[] = [];

beforeAll(async () => {
  receiver = await startReceiver();
  other = await startReceiver();
  sender = openCallbackSender({ timeoutMs: 15_000, extraPorts: [] });
  hasty = openCallbackSender({ timeoutMs: 300, extraPorts: [] });
});
afterEach(() => {
  receiver.answer(status(200, "thanks"));
});
afterAll(async () => {
  await sender.close();
  await hasty.close();
  await receiver.close();
  await other.close();
  for (const server of raw) server.close();
});

function secret(letter: string): string {
  return `whsec_${Buffer.from(letter.repeat(32)).toString("base64")}`;
}

function post(
  url: string,
  given: {
    readonly secrets?: readonly string[];
    readonly allow?: readonly string[];
    readonly at?: Date;
    readonly by?: CallbackSender;
  } = {},
): Promise<CallbackAnswer> {
  return (given.by ?? sender).post({
    url,
    privateSources: given.allow ?? [receiver.host],
    id: "cb-1",
    at: given.at ?? new Date(),
    body: BODY,
    secrets: given.secrets ?? [],
    signal: never,
  });
}

/** A raw server: it writes the given bytes once a request begins. */
async function bytesServer(
  write: (send: (text: string) => boolean, end: () => void) => void,
): Promise<string> {
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.once("data", () =>
      write(
        (text) => !socket.destroyed && socket.write(text),
        () => socket.end(),
      ),
    );
  });
  raw.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe("a callback", () => {
  it("arrives as it was written, without its credentials in the address", async () => {
    const url = `http://ada:p%40ss@${receiver.host}/x/mc/jid-1?a=b`;
    expect(await post(url)).toEqual({ kind: "answered", status: 200, words: "thanks" });
    const { path, headers, body } = receiver.seen.at(-1) ?? { path: "", headers: {}, body: "" };
    expect([path, body]).toEqual(["/x/mc/jid-1?a=b", BODY]);
    expect(headers).toMatchObject({
      host: receiver.host,
      "content-type": "application/json",
      "content-length": String(BODY.length),
      authorization: `Basic ${Buffer.from("ada:p@ss").toString("base64")}`,
      "webhook-id": "cb-1",
      "webhook-timestamp": expect.stringMatching(/^\d{10}$/),
      connection: "close",
    });
    expect(headers).not.toHaveProperty("webhook-signature");
  });

  it("is signed as Standard Webhooks says, once per key", async () => {
    await post(`${receiver.origin}/mc/jid-1`, { secrets: [ONE, TWO], at: new Date(1_700_000_000_500) });
    const sign = (key: string) =>
      createHmac("sha256", key.repeat(32)).update(`cb-1.1700000000.${BODY}`).digest("base64");
    expect(receiver.seen.at(-1)?.headers["webhook-signature"]).toBe(`v1,${sign("a")} v1,${sign("b")}`);
  });

  it("is verified by the library with either key, and with no other", async () => {
    await post(`${receiver.origin}/mc/jid-1`, { secrets: [ONE, TWO] });
    const { headers, body } = receiver.seen.at(-1) ?? { headers: {}, body: "" };
    const given = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
    for (const key of [ONE, TWO]) expect(new Webhook(key).verify(body, given)).toEqual(JSON.parse(BODY));
    expect(() => new Webhook(secret("c")).verify(body, given)).toThrow();
    expect(() => new Webhook(ONE).verify(`${body} `, given)).toThrow();
    const old = { ...given, "webhook-timestamp": String(Number(given["webhook-timestamp"]) - 600) };
    expect(() => new Webhook(ONE).verify(body, old)).toThrow();
  });
});

describe("a receiver's answer", () => {
  it.each([204, 400, 404, 410, 500])("of %i is told with its words", async (code) => {
    receiver.answer(status(code, code === 204 ? "" : "no\nthanks"));
    expect(await post(`${receiver.origin}/mc/jid-1`)).toEqual({
      kind: "answered",
      status: code,
      words: code === 204 ? "" : "no\nthanks",
    });
  });

  it("of Retry-After is told in milliseconds", async () => {
    receiver.answer(status(429, "", { "retry-after": "120" }));
    expect(await post(`${receiver.origin}/mc/jid-1`)).toMatchObject({ status: 429, retryAfterMs: 120_000 });
  });

  it("of a redirect is an answer like others: nobody goes there", async () => {
    const before = other.connections();
    receiver.answer(status(307, "", { location: `${other.origin}/mc/jid-1` }));
    expect(await post(`${receiver.origin}/mc/jid-1`, { allow: [receiver.host, other.host] })).toMatchObject({
      kind: "answered",
      status: 307,
    });
    expect(other.connections()).toBe(before);
  });

  it("of 100 MB is read to 4,096 bytes", async () => {
    let written = 0;
    receiver.answer((response) => {
      response.writeHead(200);
      const more = () => {
        while (written < 100_000_000 && !response.destroyed) {
          written += 65_536;
          if (!response.write("x".repeat(65_536))) return void response.once("drain", more);
        }
        response.end();
      };
      more();
    });
    expect(await post(`${receiver.origin}/mc/jid-1`)).toEqual({
      kind: "answered",
      status: 200,
      words: "x".repeat(4_096),
    });
    expect(written).toBeLessThan(20_000_000);
  });

  it("whose body breaks off or drips for ever counts by its status", async () => {
    const breaking = await bytesServer((send, end) => {
      send("HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\nhalf");
      end();
    });
    expect(await post(`http://${breaking}/mc/jid-1`, { allow: [breaking] })).toEqual({
      kind: "answered",
      status: 200,
      words: "half",
    });
    const dripping = await bytesServer((send) => {
      send("HTTP/1.1 503 Busy\r\ntransfer-encoding: chunked\r\n\r\n");
      const timer = setInterval(() => send("1\r\nz\r\n") || clearInterval(timer), 20);
    });
    expect(await post(`http://${dripping}/mc/jid-1`, { allow: [dripping], by: hasty })).toMatchObject({
      kind: "answered",
      status: 503,
      words: expect.stringMatching(/^z+$/),
    });
  });
});

describe("a receiver that does not answer", () => {
  const why = (clause: string | RegExp, isRefused = false) => ({
    kind: "unanswered",
    why: typeof clause === "string" ? clause : expect.stringMatching(clause),
    isRefused,
  });

  it("is waited for as long as the time-out", async () => {
    receiver.answer(silence);
    const answer = await post(`${receiver.origin}/mc/jid-1`, { by: hasty });
    expect(answer).toEqual(why("there was no answer within 300 ms"));
  });

  it("and drips its headers, is waited for as long too", async () => {
    const dripping = await bytesServer((send) => {
      send("HTTP/1.1 200 OK\r\nx: ");
      const timer = setInterval(() => send("y") || clearInterval(timer), 20);
    });
    expect(await post(`http://${dripping}/mc/jid-1`, { allow: [dripping], by: hasty })).toEqual(
      why("there was no answer within 300 ms"),
    );
  });

  it("resets", async () => {
    receiver.answer(reset);
    expect(await post(`${receiver.origin}/mc/jid-1`)).toEqual(
      why(/^the connection was (reset|closed before)/),
    );
  });

  it("does not speak HTTP", async () => {
    const odd = await bytesServer((send) => void send("SSH-2.0-OpenSSH_9.2\r\n"));
    expect(await post(`http://${odd}/mc/jid-1`, { allow: [odd] })).toEqual(why("the answer is not HTTP"));
  });

  it("has headers without end", async () => {
    const long = await bytesServer(
      (send) => void send(`HTTP/1.1 200 OK\r\nx: ${"y".repeat(100_000)}\r\n\r\n`),
    );
    expect(await post(`http://${long}/mc/jid-1`, { allow: [long] })).toEqual(
      why("the answer's headers are too long"),
    );
  });
});

it("a try that is called off leaves no answer", async () => {
  receiver.answer(silence);
  const stop = new AbortController();
  const tried = sender.post({
    url: `${receiver.origin}/mc/jid-1`,
    privateSources: [receiver.host],
    id: "cb-1",
    at: new Date(),
    body: BODY,
    secrets: [],
    signal: stop.signal,
  });
  stop.abort(new Error("the worker stops"));
  await expect(tried).rejects.toThrow("the worker stops");
});
