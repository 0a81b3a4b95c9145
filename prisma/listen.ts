import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import type { Beat } from "../core/sequencer/epoch.ts";
import { CHANNEL, type ChangeMessage } from "./changes.ts";
import { BEATS } from "./store/sequencer.ts";

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 15_000;
/** How often a silent connection is pinged, and how long the answer may take. */
const PING_MS = 20_000;
const PING_LIMIT_MS = 5_000;
/** A dead connection is abandoned after this time. */
const END_LIMIT_MS = 2_000;

export type OnBeat = (beat: Beat, position: number) => void;

/** `ready` settles once it first listens. */
export type Listening = { readonly ready: Promise<void>; close(): Promise<void> };

/**
 * Follows the changes that processes publish, on its own connection, which is reopened for as long as it takes.
 * `onGap`: listening again after a lost connection; anything may have been missed. `onTrouble`: each loss and each
 * failed try, for the log. `onBeat`: hears the sequencer's beats too, each with the last position given by then.
 */
export function listen(
  url: string,
  onMessage: (message: ChangeMessage) => void,
  onGap: () => void,
  onTrouble: (error: unknown) => void = () => undefined,
  onBeat?: OnBeat,
): Listening {
  const stop = new AbortController();
  const { signal } = stop;
  let announce: () => void = () => undefined;
  const ready = new Promise<void>((resolve) => {
    announce = resolve;
  });
  const follow = async () => {
    let pauseMs = FIRST_PAUSE_MS;
    let isFirst = true;
    const onReady = () => {
      pauseMs = FIRST_PAUSE_MS;
      announce();
      if (!isFirst) onGap();
      isFirst = false;
    };
    while (!signal.aborted) {
      try {
        await followOnce(url, { onMessage, onBeat, onReady, signal });
      } catch (error) {
        if (!signal.aborted) onTrouble(error);
      }
      await pause(pauseMs, undefined, { signal }).catch(() => undefined);
      pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 2);
    }
  };
  const ended = follow();
  return {
    ready,
    async close() {
      stop.abort();
      await ended;
    },
  };
}

type Connection = {
  readonly onMessage: (message: ChangeMessage) => void;
  readonly onBeat: OnBeat | undefined;
  readonly onReady: () => void;
  readonly signal: AbortSignal;
};

/** Follows one connection until it breaks (throws) or is no longer wanted. */
async function followOnce(url: string, { onMessage, onBeat, onReady, signal }: Connection): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    application_name: "waybill-listen",
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  });
  const over = new AbortController();
  const broken = untilBroken(client, signal, over.signal);
  client.on("notification", ({ channel, payload }) => {
    const message = readMessage(payload);
    if (!message) return;
    if (channel === BEATS) hear(message as BeatMessage, onBeat);
    else onMessage(message as ChangeMessage);
  });
  const work = async () => {
    await client.connect();
    await client.query(`LISTEN ${CHANNEL}`);
    if (onBeat) await client.query(`LISTEN ${BEATS}`);
    onReady();
    while (!signal.aborted) {
      await pause(PING_MS, undefined, { signal });
      await answered(client.query("SELECT 1"));
    }
  };
  try {
    await Promise.race([work(), broken]);
  } finally {
    over.abort();
    await Promise.race([client.end(), pause(END_LIMIT_MS, undefined, { ref: false })]).catch(() => undefined);
  }
}

/** Throws when the connection is lost; returns when it is no longer wanted. `over`: lets go of `signal`. */
function untilBroken(client: pg.Client, signal: AbortSignal, over: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    client.on("error", reject);
    client.once("end", () => reject(new Error("The connection for changes has ended.")));
    signal.addEventListener("abort", () => resolve(), { once: true, signal: over });
    if (signal.aborted) resolve();
  });
}

/** A half-open connection stays silent forever; only an unanswered ping reveals it. */
async function answered(question: Promise<unknown>): Promise<void> {
  const late = new AbortController();
  const limit = pause(PING_LIMIT_MS, undefined, { signal: late.signal }).then(() => {
    throw new Error("The connection for changes does not answer.");
  });
  try {
    await Promise.race([question, limit]);
  } finally {
    late.abort();
    limit.catch(() => undefined);
  }
}

type BeatMessage = Omit<Beat, "at"> & { readonly at: string; readonly position: number };

function hear({ at, position, ...beat }: BeatMessage, onBeat: OnBeat | undefined): void {
  onBeat?.({ ...beat, at: new Date(at) }, position);
}

function readMessage(payload: string | undefined): unknown {
  try {
    return JSON.parse(payload ?? "");
  } catch {
    return undefined;
  }
}
