import { lookup } from "node:dns/promises";
import { setTimeout as delay } from "node:timers/promises";
import type { LargeFiles } from "../bytes/large-files.ts";
import type { DiskThreads } from "../threads/threads.ts";

/** All addresses of a host name, as text. Must not be empty; rejects when the name is not known. */
export type Resolve = (hostname: string) => Promise<readonly string[]>;

/** The settings and dependencies of the payload source. Defaults: `PAYLOAD_DEFAULTS`. */
export type PayloadOptions = {
  /** Total tries for a fetch. */
  readonly tries: number;
  /** The wait after try n is random, below min(backoffCapMs, backoffBaseMs * 2^(n-1)). */
  readonly backoffBaseMs: number;
  readonly backoffCapMs: number;
  /** Longest `Retry-After` that is waited for; a longer one is cut to this. */
  readonly retryAfterCapMs: number;
  /** Longest wait for a connection, for each address of the host. */
  readonly connectTimeoutMs: number;
  /** Longest silence of a source, before its answer and between two chunks. */
  readonly idleTimeoutMs: number;
  /** Fewest bytes a second, on average over each `rateWindowMs` spent waiting for the source. */
  readonly minBytesPerSecond: number;
  readonly rateWindowMs: number;
  /**
   * A file may take deadlineBaseMs, plus a second for each deadlineBytesPerSecond of its size, including tries and
   * waits.
   */
  readonly deadlineBaseMs: number;
  readonly deadlineBytesPerSecond: number;
  /** Longest wait for each of the two requests of a look. */
  readonly lookTimeoutMs: number;
  readonly maxRedirects: number;
  /** Files below this size are fetched from their start again instead of being continued. */
  readonly resumeFromBytes: number;
  /** Bytes gathered before they are written to disk in one call; twice this is held in memory for each file. */
  readonly writeBufferBytes: number;
  /** Bytes to leave free on the disk; undefined: a share of it. */
  readonly reserveBytes: number | undefined;
  /** Write small files; without them those are written like all others. */
  readonly threads: DiskThreads | undefined;
  /** Write large files on threads and read them back; without them those are written like all others. */
  readonly large: LargeFiles | undefined;
  /** How Waybill identifies itself to sources. */
  readonly userAgent: string;
  /** Ports a public source may have besides 80, 443, 8080 and 8443. */
  readonly extraPorts: readonly number[];
  /** Absolute folders that `file:` addresses may lie below. None: `file:` is refused. */
  readonly fileRoots: readonly string[];
  /** Certificate authorities (PEM) trusted in addition to those of Node.js. */
  readonly trustedCertificates: readonly string[];
  readonly resolve: Resolve;
  /** From 0 up to, not including, 1. */
  readonly random: () => number;
  /** Rejects at once when the signal aborts. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<unknown>;
};

/** Defaults of every option. Source: docs/reference/manifest.md, "How files are fetched". */
export const PAYLOAD_DEFAULTS: PayloadOptions = {
  tries: 4,
  backoffBaseMs: 500,
  backoffCapMs: 30_000,
  retryAfterCapMs: 120_000,
  connectTimeoutMs: 10_000,
  idleTimeoutMs: 30_000,
  minBytesPerSecond: 1_024,
  rateWindowMs: 60_000,
  deadlineBaseMs: 900_000,
  deadlineBytesPerSecond: 102_400,
  lookTimeoutMs: 5_000,
  maxRedirects: 10,
  resumeFromBytes: 1_048_576,
  writeBufferBytes: 524_288,
  reserveBytes: undefined,
  threads: undefined,
  large: undefined,
  userAgent: "waybill",
  extraPorts: [],
  fileRoots: [],
  trustedCertificates: [],
  resolve: async (hostname) => (await lookup(hostname, { all: true })).map(({ address }) => address),
  random: Math.random,
  sleep: (ms, signal) => delay(ms, undefined, { signal }),
};
