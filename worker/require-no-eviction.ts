import { Redis } from "ioredis";
import type { Log } from "../lib/log.ts";

const CONNECT_MS = 2_000;

/**
 * Refuses a Redis that evicts keys when its memory is full: wake-ups would be lost silently and everything would be
 * late. A Redis that does not answer is accepted, since work goes on without it.
 * @throws Error that says what to set
 */
export async function requireNoEviction(url: string, log: Log): Promise<void> {
  const policy = await findPolicy(url).catch((error: unknown) => {
    log.warn({ err: error }, "Redis does not report its eviction policy");
    return undefined;
  });
  if (policy === undefined || policy === "noeviction") return;
  throw new Error(
    `Redis has the maxmemory-policy ${policy} and would evict wake-ups. Set it to noeviction (redis-cli CONFIG SET maxmemory-policy noeviction, and in redis.conf), or leave REDIS_URL out.`,
  );
}

async function findPolicy(url: string): Promise<string | undefined> {
  const redis = new Redis(url, {
    lazyConnect: true,
    maxRetriesPerRequest: 0,
    connectTimeout: CONNECT_MS,
    commandTimeout: CONNECT_MS,
    retryStrategy: () => null,
  });
  redis.on("error", () => undefined);
  try {
    await redis.connect();
    return /^maxmemory_policy:(\S+)/m.exec(await redis.info("memory"))?.[1];
  } finally {
    redis.disconnect();
  }
}
