import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import type { Behaviour, FileBehaviour } from "./behaviours.ts";

/** Long enough for the bytes sent before a cut to be read by the other side. */
const SETTLE_MS = 30;

/** Lets a held answer or cut pass once it is released. */
export type Gate = { pass(): Promise<void> };

/** Answers one request as `behaviour` says. */
export async function play(
  behaviour: Behaviour,
  request: IncomingMessage,
  response: ServerResponse,
  gate: Gate,
): Promise<void> {
  switch (behaviour.kind) {
    case "hang":
      if (behaviour.when === "after-headers")
        response.writeHead(200, { "content-length": "1000" }).flushHeaders();
      return;
    case "status":
      if (behaviour.isHeld && request.method !== "HEAD") await gate.pass();
      response.writeHead(behaviour.status, behaviour.headers).end(behaviour.body);
      return;
    case "raw":
      response.socket?.end(behaviour.bytes);
      return;
    case "redirect":
      response.writeHead(behaviour.status ?? 302, { location: behaviour.to }).end();
      return;
    case "file":
      if (request.method === "HEAD" ? behaviour.isHeadHeld : behaviour.isHeld) await gate.pass();
      await playFile(behaviour, request, response, gate);
  }
}

async function playFile(
  file: FileBehaviour,
  request: IncomingMessage,
  response: ServerResponse,
  gate: Gate,
): Promise<void> {
  const whole = bytesOf(file.body);
  const first = firstByte(file, request, whole.length);
  if (first !== undefined && first.from >= whole.length) {
    response.writeHead(416, { "content-range": `bytes */${whole.length}` }).end();
    return;
  }
  const body = first === undefined ? whole : whole.subarray(first.from, first.to + 1);
  const range =
    first === undefined ? {} : { "content-range": `bytes ${first.from}-${first.to}/${whole.length}` };
  response.writeHead(first === undefined ? 200 : 206, {
    ...validators(file),
    ...range,
    ...frame(file, response, body.length),
    ...file.headers,
  });
  if (request.method === "HEAD") {
    response.end();
    return;
  }
  await sendBody(file, body, response, gate);
}

function bytesOf(body: FileBehaviour["body"]): Buffer {
  return typeof body === "string"
    ? Buffer.from(body)
    : Buffer.from(body.buffer, body.byteOffset, body.byteLength);
}

function validators({ etag, lastModified }: FileBehaviour): Record<string, string> {
  return { ...(etag ? { etag } : {}), ...(lastModified ? { "last-modified": lastModified } : {}) };
}

function frame(file: FileBehaviour, response: ServerResponse, length: number): Record<string, string> {
  if (file.framing === "chunked") return { "transfer-encoding": "chunked" };
  if (file.framing !== "close") return { "content-length": String(file.claimedLength ?? length) };
  response.shouldKeepAlive = false;
  response.useChunkedEncodingByDefault = false;
  return {};
}

/** The range asked for, when it is to be heeded. */
function firstByte(file: FileBehaviour, request: IncomingMessage, size: number) {
  const heeds = file.ranges ?? (file.etag !== undefined || file.lastModified !== undefined);
  const asked = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? "");
  if (!heeds || !asked) return undefined;
  const condition = request.headers["if-range"];
  if (condition !== undefined && condition !== file.etag && condition !== file.lastModified) return undefined;
  return { from: Number(asked[1]), to: Math.min(asked[2] ? Number(asked[2]) : size, size - 1) };
}

async function sendBody(
  file: FileBehaviour,
  body: Buffer,
  response: ServerResponse,
  gate: Gate,
): Promise<void> {
  const end = file.cut ? Math.min(file.cut.afterBytes, body.length) : body.length;
  const stops = [...stopsOf(file, end), end];
  let sent = 0;
  response.flushHeaders();
  for (const stop of stops) {
    if (stop > sent && !(await send(response, body.subarray(sent, stop)))) return;
    sent = stop;
    if (file.pause?.afterBytes === stop) await delay(file.pause.ms);
    if (file.pace) await delay(file.pace.everyMs);
  }
  await endBody(file, response, gate);
}

async function endBody(
  { cut, claimedLength }: FileBehaviour,
  response: ServerResponse,
  gate: Gate,
): Promise<void> {
  if (cut === undefined && claimedLength === undefined) {
    response.end();
    return;
  }
  await (cut?.isHeld ? gate.pass() : delay(SETTLE_MS));
  if (cut?.by === "reset") response.socket?.resetAndDestroy();
  else response.socket?.destroy();
}

function stopsOf(file: FileBehaviour, end: number): readonly number[] {
  const stops = new Set<number>();
  if (file.pause) stops.add(file.pause.afterBytes);
  for (let at = file.pace?.bytes ?? end; at < end; at += file.pace?.bytes ?? end) stops.add(at);
  return [...stops].filter((stop) => stop < end).sort((one, other) => one - other);
}

/** False when the other side has gone. */
function send(response: ServerResponse, bytes: Buffer): Promise<boolean> {
  return new Promise((resolve) => {
    if (response.destroyed || response.socket?.destroyed !== false) return resolve(false);
    response.write(bytes, (error) => resolve(!error));
  });
}
