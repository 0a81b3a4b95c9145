import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { eventStream } from "./event-stream.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function readerOf({ response }: { response: Response }) {
  const reader = response.body?.getReader();
  if (!reader) throw new Error("no body");
  const decoder = new TextDecoder();
  return { next: async () => decoder.decode((await reader.read()).value), raw: reader };
}

describe("eventStream", () => {
  it("opens with the time to reconnect, then sends events", async () => {
    const stream = eventStream(new AbortController().signal);
    const { next } = readerOf(stream);
    stream.send("change", { batches: ["b1"] });
    expect(stream.response.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
    expect(stream.response.headers.get("cache-control")).toBe("no-store, no-transform");
    expect(await next()).toBe("retry: 2000\n: open\n\n");
    expect(await next()).toBe('event: change\ndata: {"batches":["b1"]}\n\n');
    stream.close();
  });

  it("says every 15 s that it is still there", async () => {
    const stream = eventStream(new AbortController().signal);
    const { next } = readerOf(stream);
    await next();
    vi.advanceTimersByTime(15_000);
    expect(await next()).toBe(": still here\n\n");
    stream.close();
  });

  it.each<[string, (stream: ReturnType<typeof eventStream>, left: AbortController) => unknown]>([
    ["the client leaves", (_, left) => left.abort()],
    ["the server ends it", (stream) => stream.close()],
    ["the body is cancelled", (stream) => stream.response.body?.cancel()],
  ])("is over when %s", async (_, end) => {
    const left = new AbortController();
    const stream = eventStream(left.signal);
    await end(stream, left);
    await stream.closed;
    stream.send("change", {});
    stream.close();
    expect(vi.getTimerCount()).toBe(0);
  });

  it("is over at once for a client that has left already", async () => {
    const stream = eventStream(AbortSignal.abort());
    await stream.closed;
    expect(vi.getTimerCount()).toBe(0);
  });

  it("ends for a client that does not keep up", async () => {
    const stream = eventStream(new AbortController().signal);
    for (let n = 0; n < 256; n += 1) stream.send("change", { n });
    await stream.closed;
    expect(vi.getTimerCount()).toBe(0);
  });
});
