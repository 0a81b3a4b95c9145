import { Readable } from "node:stream";

/** A file to hand out. `sizeBytes`: its exact length. `open`: starts reading it. */
export type Download = {
  readonly filename: string;
  readonly mediaType: string;
  readonly sizeBytes: bigint;
  readonly open: () => Promise<NodeJS.ReadableStream>;
};

const MEDIA_TYPE = /^[\w.+-]+\/[\w.+-]+$/;

/**
 * A file as an answer: always saved, never shown by the browser, whatever it claims to be, since depositors' files are
 * not ours to trust. HEAD reads nothing.
 */
export async function sendDownload(request: Request, file: Download): Promise<Response> {
  const headers = {
    "cache-control": "no-store, no-transform",
    "content-disposition": contentDisposition(file.filename),
    "content-length": file.sizeBytes.toString(),
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
    "content-type": MEDIA_TYPE.test(file.mediaType) ? file.mediaType : "application/octet-stream",
    "x-content-type-options": "nosniff",
  };
  if (request.method === "HEAD") return new Response(null, { headers });
  const source = await file.open();
  return new Response(bytesOf(source), { headers });
}

function bytesOf(source: NodeJS.ReadableStream): ReadableStream<Uint8Array> {
  const readable = source instanceof Readable ? source : new Readable().wrap(source);
  return Readable.toWeb(readable) as ReadableStream<Uint8Array>;
}

/** RFC 6266: the name as it is in `filename*`, and in plain ASCII for old programs. Both without folders. */
export function contentDisposition(filename: string): string {
  const name = filename.replace(/[/\\]/g, "_").replace(/\p{Surrogate}/gu, "_") || "file";
  const plain = name.replace(/[^\x20-\x7e]|["%]/g, "_");
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
