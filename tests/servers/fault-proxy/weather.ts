import type { Socket } from "node:net";

/** What one request of a connection says, e.g. the SQL of a statement. Called with what the client sends, in order. */
export type ReadRequests = (chunk: Buffer) => readonly string[];

/**
 * Cuts the connection of a request that fits: `before` the other side saw it, `after` it was done, with its answer
 * swallowed, or `between` it and the next one, once its answer has been passed on. Ends by itself after `times` (1 when left out).
 */
export type Trap = {
  readonly fits: (request: string) => boolean;
  readonly cut: "after" | "before" | "between";
  readonly times?: number;
};

/** Counts of connections, cut ones, bytes of answers that were swallowed, connections reset and blackholed. */
export type FaultProxySeen = {
  connections: number;
  cuts: number;
  swallowedBytes: number;
  resets: number;
  blackholed: number;
};

/** How the proxy stands; connections look at it as they go. */
export type Weather = {
  latencyMs: number;
  limitBytes: number | undefined;
  mode: "open" | "blackhole" | "refuse";
  traps: readonly Required<Trap>[];
};

export type Pair = { readonly client: Socket; readonly server: Socket; isDead: boolean };
