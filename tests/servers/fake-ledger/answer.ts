import type { IncomingMessage, ServerResponse } from "node:http";

/** What a protocol answers. `body` undefined: nothing. */
export type Answer = {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
};

/** Instead of an answer: the connection is reset. */
export const RESET = "reset";
export type Reply = Answer | typeof RESET;

export function json(status: number, value: unknown): Answer {
  return {
    status,
    headers: { "content-type": "application/json; charset=utf-8" },
    body: JSON.stringify(value),
  };
}

export function plain(status: number, body: string): Answer {
  return { status, headers: { "content-type": "text/plain; charset=utf-8" }, body };
}

export function send(response: ServerResponse, reply: Reply): void {
  if (reply === RESET) {
    response.socket?.resetAndDestroy();
    return;
  }
  const body = Buffer.from(reply.body ?? "");
  response.writeHead(reply.status, { ...reply.headers, "content-length": String(body.length) }).end(body);
}

/** The body of a request; undefined when it has more than `limit` bytes. */
export async function readBody(request: IncomingMessage, limit: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= limit) chunks.push(chunk);
  }
  return size > limit ? undefined : Buffer.concat(chunks);
}
