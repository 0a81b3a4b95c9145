/** A comment is sent at least that often, so that whoever stands between does not take the connection for dead. */
export const HEARTBEAT_MS = 15_000;
export const HEARTBEAT = ": still here\n\n";
const RECONNECT_MS = 2_000;
/** What a stream begins with: after how long a client opens it again, and that it is open. */
export const OPENING = `retry: ${RECONNECT_MS}\n: open\n\n`;
export const EVENT_STREAM_HEADERS = {
  "cache-control": "no-store, no-transform",
  "content-type": "text/event-stream; charset=utf-8",
  "x-accel-buffering": "no",
} as const;
/** How many messages a client may lag behind before its stream is closed; it then reconnects and reloads everything. */
const MOST_BEHIND = 256;

/** One client's stream of server-sent events. `closed` settles when the stream ends, for whatever reason. */
export type EventStream = {
  readonly response: Response;
  readonly closed: Promise<void>;
  send(event: string, data: unknown): void;
  close(): void;
};

/**
 * Opens a stream of server-sent events with a heartbeat comment every 15 s. It ends when the client disconnects, when
 * it does not keep up, or by `close`. Source: WHATWG HTML, "Server-sent events".
 */
export function eventStream(signal: AbortSignal, heartbeatMs = HEARTBEAT_MS): EventStream {
  const encoder = new TextEncoder();
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let settle: () => void = () => undefined;
  const closed = new Promise<void>((resolve) => {
    settle = resolve;
  });

  const forget = () => {
    clearInterval(timer);
    signal.removeEventListener("abort", close);
    controller = undefined;
    settle();
  };
  const close = () => {
    const open = controller;
    forget();
    open?.close();
  };
  const write = (text: string) => {
    if (!controller) return;
    if ((controller.desiredSize ?? 0) <= 0) close();
    else controller.enqueue(encoder.encode(text));
  };

  const body = new ReadableStream<Uint8Array>(
    {
      start(opened) {
        controller = opened;
        write(OPENING);
      },
      cancel: forget,
    },
    new CountQueuingStrategy({ highWaterMark: MOST_BEHIND }),
  );
  timer = setInterval(() => write(HEARTBEAT), heartbeatMs);
  timer.unref();
  if (signal.aborted) close();
  else signal.addEventListener("abort", close, { once: true });

  return {
    response: new Response(body, { headers: EVENT_STREAM_HEADERS }),
    closed,
    send: (event, data) => write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`),
    close,
  };
}
