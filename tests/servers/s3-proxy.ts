import { createHash, randomUUID } from "node:crypto";
import http from "node:http";
import type { AddressInfo } from "node:net";

/** One call of an S3 client. `key`: without the bucket; empty for calls on the bucket. */
export type S3Call = {
  readonly method: string;
  readonly key: string;
  readonly query: URLSearchParams;
  readonly headers: http.IncomingHttpHeaders;
  readonly bytes: number;
};

/** What goes wrong with a call: refused with 503, connection reset before or in the middle of the answer, no answer at all, a byte of the body changed on its way. */
export type S3Fault =
  | "slow-down"
  | "reset"
  | "reset-download"
  | "hang"
  | "corrupt-upload"
  | "corrupt-download"
  | "refuse";

/**
 * A proxy before an S3 server. It plays what the server behind it does not: it refuses bodies that are not what
 * `x-amz-checksum-sha256` says while `strict`, and keeps account of uploads in parts, so that they can be listed and aborted.
 */
export type S3Proxy = {
  readonly url: string;
  readonly calls: S3Call[];
  readonly uploads: Map<string, { readonly key: string; readonly began: Date }>;
  strict: boolean;
  fault: (call: S3Call) => S3Fault | undefined;
  close(): Promise<void>;
};

export async function startS3Proxy(port: number): Promise<S3Proxy> {
  const proxy: Omit<S3Proxy, "url" | "close"> = {
    calls: [],
    uploads: new Map(),
    strict: true,
    fault: () => undefined,
  };
  const server = http.createServer((request, response) => {
    handle(proxy, port, request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port: own } = server.address() as AddressInfo;
  return Object.assign(proxy, {
    url: `http://127.0.0.1:${own}`,
    close: () => {
      server.closeAllConnections();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  });
}

async function handle(
  proxy: Omit<S3Proxy, "url" | "close">,
  port: number,
  request: http.IncomingMessage,
  response: http.ServerResponse,
): Promise<void> {
  const sent = await bytesOf(request);
  const url = new URL(request.url ?? "/", "http://proxy");
  const [, , ...rest] = decodeURIComponent(url.pathname).split("/");
  const { method = "GET", headers } = request;
  const call: S3Call = { method, key: rest.join("/"), query: url.searchParams, headers, bytes: sent.length };
  proxy.calls.push(call);
  const fault = proxy.fault(call);
  if (isBroken(fault, request, response)) return;
  const body = fault === "corrupt-upload" ? flipped(sent) : sent;
  if (proxy.strict && method === "PUT" && !isAsAnnounced(body, headers))
    return refuse(response, 400, "BadDigest");
  if (isUploadCall(proxy, call, response)) return;
  const answer = await forward(port, request, body);
  noteUpload(proxy, call, answer.body);
  response.writeHead(answer.status, answer.headers);
  if (fault === "reset-download") breakOff(response, answer.body);
  else response.end(fault === "corrupt-download" ? flipped(answer.body) : answer.body);
}

/** Faults that keep a call from the server. */
function isBroken(
  fault: S3Fault | undefined,
  request: http.IncomingMessage,
  response: http.ServerResponse,
): boolean {
  if (fault === "slow-down") refuse(response, 503, "SlowDown");
  else if (fault === "refuse") refuse(response, 403, "AccessDenied");
  else if (fault === "reset") request.socket.resetAndDestroy();
  else return fault === "hang";
  return true;
}

/** Sends half of the body, then resets the connection. */
function breakOff(response: http.ServerResponse, body: Buffer): void {
  response.write(body.subarray(0, Math.floor(body.length / 2)), () => {
    setTimeout(() => response.socket?.resetAndDestroy(), 20);
  });
}

async function bytesOf(message: http.IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of message) pieces.push(piece);
  return Buffer.concat(pieces);
}

/** Every body that is sent has to announce its SHA-256, as Amazon checks it. */
function isAsAnnounced(body: Buffer, headers: http.IncomingHttpHeaders): boolean {
  return headers["x-amz-checksum-sha256"] === createHash("sha256").update(body).digest("base64");
}

function noteUpload(proxy: Pick<S3Proxy, "uploads">, { method, key, query }: S3Call, answer: Buffer): void {
  if (method !== "POST") return;
  proxy.uploads.delete(query.get("uploadId") ?? "");
  const id = query.has("uploads") ? /<UploadId>([^<]+)</.exec(answer.toString())?.[1] : undefined;
  if (id !== undefined) proxy.uploads.set(id, { key, began: new Date() });
}

function isUploadCall(
  proxy: Pick<S3Proxy, "uploads">,
  { method, query }: S3Call,
  response: http.ServerResponse,
): boolean {
  if (method === "DELETE" && query.has("uploadId")) {
    const isKnown = proxy.uploads.delete(query.get("uploadId") ?? "");
    if (isKnown) response.writeHead(204).end();
    else refuse(response, 404, "NoSuchUpload");
    return true;
  }
  if (method !== "GET" || !query.has("uploads")) return false;
  const prefix = query.get("prefix") ?? "";
  const all = [...proxy.uploads].filter(([, { key }]) => key.startsWith(prefix));
  // two to a page, so that paging is gone through
  const from = all.findIndex(([id]) => id === query.get("upload-id-marker")) + 1;
  const page = all.slice(from, from + 2);
  const [last] = page.at(-1) ?? [];
  const rows = page.map(
    ([id, { key, began }]) =>
      `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${began.toISOString()}</Initiated></Upload>`,
  );
  const more = from + 2 < all.length;
  const next = more ? `<NextKeyMarker>k</NextKeyMarker><NextUploadIdMarker>${last}</NextUploadIdMarker>` : "";
  const xml = `<ListMultipartUploadsResult><IsTruncated>${more}</IsTruncated>${next}${rows.join("")}</ListMultipartUploadsResult>`;
  response.writeHead(200, { "content-type": "application/xml" }).end(xml);
  return true;
}

function refuse(response: http.ServerResponse, status: number, code: string): void {
  response.writeHead(status, { "content-type": "application/xml", "x-amz-request-id": randomUUID() });
  response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`);
}

function flipped(body: Buffer): Buffer {
  const copy = Buffer.from(body);
  const at = Math.floor(copy.length / 2);
  copy.writeUInt8(copy.readUInt8(at) ^ 1, at);
  return copy;
}

function forward(
  port: number,
  request: http.IncomingMessage,
  body: Buffer,
): Promise<{ status: number; headers: http.IncomingHttpHeaders; body: Buffer }> {
  const { method, url: path, headers } = request;
  return new Promise((resolve, reject) => {
    const onward = http.request({ host: "127.0.0.1", port, method, path, headers }, async (answer) => {
      resolve({ status: answer.statusCode ?? 500, headers: answer.headers, body: await bytesOf(answer) });
    });
    onward.once("error", reject);
    onward.end(body);
  });
}
