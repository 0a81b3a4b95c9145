import type { Readable } from "node:stream";
import type { Headers } from "./headers.ts";

/** The answer of a source after all redirects. Its body must be read or discarded. */
export type Answer = { readonly status: number; readonly headers: Headers; readonly body: Readable };
