import { EVENT_STREAM_HEADERS, type EventStream, OPENING } from "./event-stream.ts";

/** How long a client that is behind may take until it reads the end; then its connection is cut. */
const STALLED_MS = 5_000;

/** A stream whose client decides how fast it is written. */
export type PulledStream = Pick<EventStream, "response" | "closed" | "close">;

/**
 * Opens a stream of server-sent events that is written only as fast as its client reads: `next` makes what comes next when
 * there is room for it, and nothing is kept. It ends when the client disconnects, by `close`, and when `next` throws: a client
 * then comes again. Source: WHATWG HTML, "Server-sent events".
 */
export function pulledStream(
  signal: AbortSignal,
  next: (stop: AbortSignal) => Promise<string>,
  onFault: (error: unknown) => void,
  stalledMs = STALLED_MS,
): PulledStream {
  const encoder = new TextEncoder();
  const stop = new AbortController();
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  let isOpening = true;
  /** Whether the client has read what there was, and waits for more. */
  let isAsked = false;
  /** Closed, and the client has not heard of it yet. */
  let ending: typeof controller;
  let settle: () => void = () => undefined;
  const closed = new Promise<void>((resolve) => {
    settle = resolve;
  });

  const forget = () => {
    signal.removeEventListener("abort", close);
    controller = undefined;
    stop.abort();
    settle();
  };
  const close = () => {
    const open = controller;
    forget();
    if (isAsked || signal.aborted) open?.close();
    else ending = open;
    // a client that does not read would never hear of an end, and keep its connection
    setTimeout(() => {
      ending?.error(new Error("the stream has ended"));
      ending = undefined;
    }, stalledMs).unref();
  };
  const write = async (): Promise<string> => {
    if (!isOpening) return next(stop.signal);
    isOpening = false;
    return OPENING;
  };

  const body = new ReadableStream<Uint8Array>(
    {
      start(opened) {
        controller = opened;
      },
      async pull() {
        isAsked = true;
        ending?.close();
        ending = undefined;
        if (stop.signal.aborted) return;
        try {
          const text = await write();
          isAsked = false;
          controller?.enqueue(encoder.encode(text));
        } catch (error) {
          if (!stop.signal.aborted) onFault(error);
          isAsked = true;
          close();
        }
      },
      cancel: forget,
    },
    new CountQueuingStrategy({ highWaterMark: 0 }),
  );
  if (signal.aborted) close();
  else signal.addEventListener("abort", close, { once: true });
  return { response: new Response(body, { headers: EVENT_STREAM_HEADERS }), closed, close };
}
