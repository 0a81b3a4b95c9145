/** How the end of a body is marked on the wire. */
export type Framing = "length" | "chunked" | "close";

type Headers = Readonly<Record<string, string>>;
type Bytes = Uint8Array | string;

/** A file served as it should be, apart from what the fields say. */
export type FileBehaviour = {
  readonly kind: "file";
  readonly body: Bytes;
  /** Default `length`. */
  readonly framing?: Framing;
  readonly headers?: Headers;
  readonly etag?: string;
  readonly lastModified?: string;
  /** Answers `Range` with 206, heeding `If-Range`. Default: true when there is an ETag or a Last-Modified. */
  readonly ranges?: boolean;
  /** Sends so many bytes at a time, each after so many milliseconds. */
  readonly pace?: { readonly bytes: number; readonly everyMs: number };
  /** Stands still once, in mid-body. */
  readonly pause?: { readonly afterBytes: number; readonly ms: number };
  /** Breaks off after so many bytes of what was to be sent: by FIN (`close`) or RST (`reset`), held until released. */
  readonly cut?: { readonly afterBytes: number; readonly by: "close" | "reset"; readonly isHeld?: boolean };
  /** `Content-Length` to claim in place of the true one. */
  readonly claimedLength?: number;
  /** Waits for `release(path)` before answering; HEAD does not wait. */
  readonly isHeld?: boolean;
  /** The same of a HEAD. */
  readonly isHeadHeld?: boolean;
};

/** What a source does with a request, as data. */
export type Behaviour =
  | FileBehaviour
  | { readonly kind: "hang"; readonly when: "before-headers" | "after-headers" }
  | {
      readonly kind: "status";
      readonly status: number;
      readonly headers?: Headers;
      readonly body?: Bytes;
      /** Waits for `release(path)` before answering. */
      readonly isHeld?: boolean;
    }
  /** Bytes as they go on the wire, then the end of the connection; HEAD gets the same. */
  | { readonly kind: "raw"; readonly bytes: Uint8Array }
  | { readonly kind: "redirect"; readonly to: string; readonly status?: number };
