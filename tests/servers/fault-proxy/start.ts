import { type AddressInfo, connect, createServer } from "node:net";
import { relay } from "./relay.ts";
import type { FaultProxySeen, Pair, ReadRequests, Trap, Weather } from "./weather.ts";

/** A TCP proxy on 127.0.0.1 that makes what networks make. The names are those of Shopify's toxiproxy. */
export type FaultProxy = {
  readonly port: number;
  /** `url` with the proxy's port in place of its own. */
  urlOf(url: string): string;
  /** What happened so far: the evidence of a test. */
  readonly seen: FaultProxySeen;
  trap(trap: Trap): void;
  untrap(): void;
  /** Every chunk comes this much later. 0: at once. */
  latency(ms: number): void;
  /** Each connection opened from now on is cut once it has got so many bytes. undefined: no longer. */
  limitData(bytes: number | undefined): void;
  /** Connections that are open, and those opened until `heal`, stay open and carry nothing, ever. */
  blackhole(): void;
  /** New connections are reset. */
  refuse(): void;
  /** New connections work again. */
  heal(): void;
  /** Resets every connection. @returns how many */
  resetPeers(): number;
  close(): Promise<void>;
};

/** Starts a proxy in front of a port of 127.0.0.1. `readRequests`: made for each connection; without it no trap fits. */
export async function startFaultProxy(options: {
  readonly targetPort: number;
  readonly readRequests?: () => ReadRequests;
}): Promise<FaultProxy> {
  const weather: Weather = { latencyMs: 0, limitBytes: undefined, mode: "open", traps: [] };
  const seen: FaultProxySeen = { connections: 0, cuts: 0, swallowedBytes: 0, resets: 0, blackholed: 0 };
  const pairs = new Set<Pair>();
  const listener = createServer({ noDelay: true }, (client) => {
    seen.connections += 1;
    client.on("error", () => undefined);
    if (weather.mode === "refuse") {
      seen.resets += 1;
      client.resetAndDestroy();
      return;
    }
    const server = connect({ port: options.targetPort, host: "127.0.0.1", noDelay: true });
    server.on("error", () => undefined);
    const pair: Pair = { client, server, isDead: weather.mode === "blackhole" };
    if (pair.isDead) seen.blackholed += 1;
    pairs.add(pair);
    relay(pair, weather, seen, options.readRequests?.());
    for (const socket of [client, server]) socket.once("close", () => pairs.delete(pair));
  });
  await new Promise<void>((resolve, reject) => {
    listener.once("error", reject);
    listener.listen(0, "127.0.0.1", resolve);
  });
  const { port } = listener.address() as AddressInfo;
  return {
    port,
    seen,
    urlOf: (url) => {
      const changed = new URL(url);
      changed.port = String(port);
      return changed.href;
    },
    ...controls(weather, seen, pairs),
    close: async () => {
      const closed = new Promise<void>((resolve) => listener.close(() => resolve()));
      for (const { client, server } of pairs) {
        client.destroy();
        server.destroy();
      }
      await closed;
    },
  };
}

function controls(
  weather: Weather,
  seen: FaultProxySeen,
  pairs: ReadonlySet<Pair>,
): Omit<FaultProxy, "port" | "urlOf" | "seen" | "close"> {
  return {
    trap: ({ times = 1, ...trap }) => {
      weather.traps = [...weather.traps, { ...trap, times }];
    },
    untrap: () => {
      weather.traps = [];
    },
    latency: (ms) => {
      weather.latencyMs = ms;
    },
    limitData: (bytes) => {
      weather.limitBytes = bytes;
    },
    blackhole: () => {
      weather.mode = "blackhole";
      for (const pair of pairs) {
        if (!pair.isDead) seen.blackholed += 1;
        pair.isDead = true;
      }
    },
    refuse: () => {
      weather.mode = "refuse";
    },
    heal: () => {
      weather.mode = "open";
    },
    resetPeers: () => {
      const count = pairs.size;
      for (const { client, server } of pairs) {
        client.resetAndDestroy();
        server.destroy();
      }
      seen.resets += count;
      return count;
    },
  };
}
