import { connect } from "node:net";
import { setTimeout as delay } from "node:timers/promises";

/** How a request went: what the server sent, and after how long from the first byte it closed the connection. */
export type Heard = { readonly status: number; readonly text: string; readonly ms: number };

/** A client that sends what it is told piece by piece, and hears what comes meanwhile. */
export type SlowClient = {
  /** Sends a piece; nothing happens when the connection is gone. */
  send(piece: string | Uint8Array): void;
  /** Sends pieces with a pause after each, until they are all sent or the server has closed. */
  drip(pieces: Iterable<string>, pauseMs: number): Promise<void>;
  /** Waits until an answer is there with its whole body, or the server has closed without one. */
  answer(): Promise<Heard>;
  /** Waits until the server has closed. */
  closed(): Promise<Heard>;
  /** Breaks the connection off, as a pulled plug that is noticed. */
  reset(): void;
};

export async function openSlowClient(port: number): Promise<SlowClient> {
  const socket = connect(port, "127.0.0.1");
  const startedAt = performance.now();
  let text = "";
  let isClosed = false;
  const heard = (): Heard => ({
    status: Number(/^HTTP\/1\.1 (?!100)(\d{3})/m.exec(text)?.[1] ?? 0),
    text,
    ms: performance.now() - startedAt,
  });
  socket.on("data", (chunk) => {
    text += chunk.toString("latin1");
  });
  socket.on("error", () => undefined);
  const closing = new Promise<void>((resolve) =>
    socket.once("close", () => {
      isClosed = true;
      resolve();
    }),
  );
  await new Promise<void>((resolve, reject) => socket.once("connect", resolve).once("error", reject));
  return {
    send: (piece) => void (isClosed || socket.write(piece)),
    drip: async (pieces, pauseMs) => {
      for (const piece of pieces) {
        if (isClosed) return;
        socket.write(piece);
        await Promise.race([delay(pauseMs), closing]);
      }
    },
    answer: async () => {
      while (!isClosed && !isWhole(text)) await Promise.race([delay(10), closing]);
      return heard();
    },
    closed: async () => {
      await closing;
      return heard();
    },
    reset: () => void socket.resetAndDestroy(),
  };
}

/** As Waybill answers: chunked, or with a length. */
function isWhole(text: string): boolean {
  const [head = "", ...rest] = text.split("\r\n\r\n");
  const length = /^content-length: (\d+)$/im.exec(head)?.[1];
  if (rest.length === 0) return false;
  return length === undefined
    ? text.endsWith("\r\n0\r\n\r\n")
    : rest.join("\r\n\r\n").length >= Number(length);
}
