import { createHash } from "node:crypto";
import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { PayloadOptions } from "../../adapters/payload/options.ts";
import { type ClosablePayloadSource, createPayloadSource } from "../../adapters/payload/source.ts";
import type { DigestAlgorithm } from "../../core/digest/algorithms.ts";
import { WaybillError } from "../../core/errors.ts";
import type { Fetch, Fetched } from "../../core/ports.ts";
import { type HostileSource, startSource } from "./hostile-source.ts";
import { largeNow } from "./payload-roads.ts";

/** A payload source with short times, a hostile source it may ask, and a folder of its own. */
export type PayloadBench = {
  readonly source: HostileSource;
  readonly payload: ClosablePayloadSource;
  readonly folder: string;
  /** Waits between tries, in order; they are recorded, not waited. */
  readonly waitsMs: readonly number[];
  fetch(path: string, over?: Partial<Fetch>): Promise<Fetched>;
  /** Fetches what must fail, and gives the error. */
  fail(path: string, over?: Partial<Fetch>): Promise<WaybillError>;
  /** Waits until the part file of the fetch has this many bytes; chunks are written as they come. */
  arrived(bytes: number): Promise<void>;
  /** Names in the folder, sorted. */
  names(): Promise<readonly string[]>;
  close(): Promise<void>;
};

/** Three tries, chunks written as they come, and times that a busy machine does not exceed by itself. */
const PATIENT: Partial<PayloadOptions> = {
  tries: 3,
  idleTimeoutMs: 10_000,
  deadlineBaseMs: 30_000,
  writeBufferBytes: 1,
  random: () => 0.5,
};

/** Two tries, and times that let every misbehaviour be noticed in under a second. */
export const IMPATIENT: Partial<PayloadOptions> = {
  tries: 2,
  idleTimeoutMs: 600,
  minBytesPerSecond: 100,
  rateWindowMs: 700,
  lookTimeoutMs: 300,
};

/** Opens a bench; `chosen` replaces options of its payload source. */
export async function openPayloadBench(chosen: Partial<PayloadOptions> = {}): Promise<PayloadBench> {
  const source = await startSource();
  const folder = await mkdtemp(join(tmpdir(), "waybill-payload-"));
  const waitsMs: number[] = [];
  const sleep = async (ms: number) => void waitsMs.push(ms);
  const payload = createPayloadSource({ ...PATIENT, sleep, large: largeNow(), ...chosen });
  const fetch = (path: string, over: Partial<Fetch> = {}) =>
    payload.fetch({
      url: source.url(path),
      to: join(folder, "1"),
      maxBytes: 10_000_000,
      rules: { privateSources: [source.host], hosts: [] },
      signal: new AbortController().signal,
      ...over,
    });
  return {
    source,
    payload,
    folder,
    waitsMs,
    fetch,
    fail: async (path, over) => expectFailure(fetch(path, over)),
    arrived: (bytes) => untilSize(join(folder, "1.part"), bytes),
    names: async () => (await readdir(folder)).sort(),
    close: async () => {
      await source.close();
      await payload.close();
      await rm(folder, { recursive: true });
    },
  };
}

async function untilSize(path: string, bytes: number): Promise<void> {
  for (;;) {
    const found = await stat(path).catch(() => undefined);
    if (found?.size === bytes) return;
    await delay(5);
  }
}

/** The error a promise is rejected with, which must be a WaybillError. */
export async function expectFailure(promise: Promise<unknown>): Promise<WaybillError> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof WaybillError) return error;
    throw error;
  }
  throw new Error("It was expected to fail.");
}

/** The digest of `bytes` as a manifest would declare it. */
export function digestOf(algorithm: Extract<DigestAlgorithm, "md5" | "sha-256">, bytes: string | Uint8Array) {
  const value = createHash(algorithm === "md5" ? "md5" : "sha256")
    .update(bytes)
    .digest("hex");
  return { algorithm, value };
}
