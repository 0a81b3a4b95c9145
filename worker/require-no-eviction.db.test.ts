import { Redis as Client } from "ioredis";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createLog } from "../lib/log.ts";
import { type Redis, startRedis } from "../tests/setup/redis.ts";
import { requireNoEviction } from "./require-no-eviction.ts";

const log = createLog("silent", "test");
let redis: Redis;

beforeAll(async () => {
  redis = await startRedis();
});

afterAll(() => redis.stop());

async function setPolicy(policy: string): Promise<void> {
  const client = new Client(redis.url);
  await client.config("SET", "maxmemory-policy", policy);
  client.disconnect();
}

describe("a worker's Redis", () => {
  it.each(["allkeys-lru", "volatile-ttl"])("with %s is refused, with what to set", async (policy) => {
    await setPolicy(policy);
    await expect(requireNoEviction(redis.url, log)).rejects.toThrow(
      new RegExp(`maxmemory-policy ${policy} .* CONFIG SET maxmemory-policy noeviction`),
    );
  });

  it("that keeps everything is taken", async () => {
    await setPolicy("noeviction");
    await expect(requireNoEviction(redis.url, log)).resolves.toBeUndefined();
  });

  it("that does not answer now is let through", async () => {
    await expect(requireNoEviction("redis://127.0.0.1:1", log)).resolves.toBeUndefined();
  });
});
