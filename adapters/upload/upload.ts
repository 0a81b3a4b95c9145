import type { ReadableStream } from "node:stream/web";

/** One upload request and its limits. `expectedBytes`: Content-Length, when there is one. */
export type Upload = {
  readonly body: ReadableStream<Uint8Array> | null;
  readonly contentType: string;
  readonly query: URLSearchParams;
  readonly expectedBytes: number | undefined;
  /** The working storage. */
  readonly folder: string;
  readonly maxBytes: number;
  readonly idleMs: number;
  /** The space to leave free on the disk; by default a share of it. */
  readonly reserveBytes?: number | undefined;
  /** Called with the file's size so far before more bytes are stored; throws when there is no room for them. */
  readonly grow?: (sizeBytes: number) => Promise<void>;
};
