import { Readable } from "node:stream";

/** A file to send. `sizeBytes`: its exact length. `open`: starts reading it. */
export type Download = {
  readonly filename: string;
  readonly mediaType: string;
  readonly sizeBytes: bigint;
  readonly open: () => Promise<NodeJS.ReadableStream>;
};

const MEDIA_TYPE = /^[\w.+-]+\/[\w.+-]+$/;

/**
 * Sends a file as a response: always saved, never displayed by the browser, whatever its type, since depositors' files
 * cannot be trusted. HEAD reads nothing.
 */
export async function sendDownload(request: Request, file: Download): Promise<Response> {
  const mediaType = MEDIA_TYPE.test(file.mediaType) ? file.mediaType : "application/octet-stream";
  const headers = {
    ...savedAs({ filename: file.filename, mediaType }),
    "content-length": file.sizeBytes.toString(),
  };
  if (request.method === "HEAD") return new Response(null, { headers });
  const source = await file.open();
  return new Response(bytesOf(source), { headers });
}

/** Sends generated text in chunks, as a file to save. `mediaType`: our own, with its parameters. */
export function sendText(pieces: AsyncIterable<string>, file: SavedAs): Response {
  return new Response(bytesOf(Readable.from(encoded(pieces), { highWaterMark: 1 })), {
    headers: savedAs(file),
  });
}

async function* encoded(pieces: AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const piece of pieces) yield Buffer.from(piece);
}

type SavedAs = Pick<Download, "filename" | "mediaType">;

function savedAs({ filename, mediaType }: SavedAs) {
  return {
    "cache-control": "no-store, no-transform",
    "content-disposition": contentDisposition(filename),
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
    "content-type": mediaType,
    "x-content-type-options": "nosniff",
  };
}

function bytesOf(source: NodeJS.ReadableStream): ReadableStream<Uint8Array> {
  const readable = source instanceof Readable ? source : new Readable().wrap(source);
  return Readable.toWeb(readable) as ReadableStream<Uint8Array>;
}

/**
 * The header of RFC 6266: the exact name in `filename*`, and a plain ASCII one for old programs. Both without folders.
 */
export function contentDisposition(filename: string): string {
  const name = filename.replace(/[/\\]/g, "_").replace(/\p{Surrogate}/gu, "_") || "file";
  const plain = name.replace(/[^\x20-\x7e]|["%]/g, "_");
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
