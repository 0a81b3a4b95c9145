import { randomUUID } from "node:crypto";
import type { PayloadSource } from "../../core/ports.ts";
import { openAsker } from "./ask.ts";
import { createFileSource } from "./file-source.ts";
import { fetchHttp } from "./http-fetch.ts";
import { lookHttp } from "./http-look.ts";
import { PAYLOAD_DEFAULTS, type PayloadOptions } from "./options.ts";

/**
 * The payload source of a process. `close` waits for the fetches in progress; to close quickly, abort their signals
 * first.
 */
export type ClosablePayloadSource = PayloadSource & { close(): Promise<void> };

/**
 * Creates the payload source: http and https under the guard of `guard.ts` and `connect.ts`, `file:` below the
 * configured roots. Options left out have the values of `PAYLOAD_DEFAULTS`. One is enough for a process: it shares
 * connections, and without a declared digest continues only its own part files.
 */
export function createPayloadSource(chosen: Partial<PayloadOptions> = {}): ClosablePayloadSource {
  const options: PayloadOptions = { ...PAYLOAD_DEFAULTS, ...chosen };
  const asker = openAsker(options);
  const http = { asker, options, session: randomUUID() };
  const files = createFileSource(options);
  return {
    look: (url, rules, signal) =>
      isFileUrl(url) ? files.look(url, rules, signal) : lookHttp(http, url, rules, signal),
    fetch: (request) => (isFileUrl(request.url) ? files.fetch(request) : fetchHttp(http, request)),
    close: () => asker.close(),
  };
}

function isFileUrl(url: string): boolean {
  return URL.canParse(url) && new URL(url).protocol === "file:";
}
