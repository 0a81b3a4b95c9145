import { setTimeout as sleep } from "node:timers/promises";
import { Redis as Client } from "ioredis";
import pg from "pg";
import { deploy } from "../../scripts/db/deploy.ts";
import { freePort } from "../../scripts/free-port.ts";
import { type Postgres, startPostgres } from "../../scripts/postgres/start.ts";
import { type Redis, startRedis } from "../setup/redis.ts";

/** PostgreSQL and Redis, which may end and come again on the same ports. */
export type Servers = {
  readonly databaseUrl: string;
  readonly redisUrl: string;
  /** The folder of PostgreSQL's data. */
  readonly dataDir: string;
  /** Runs statements as superuser, on a connection of their own; past every proxy. */
  withAdmin<Result>(act: (admin: pg.Client) => Promise<Result>): Promise<Result>;
  withRedis<Result>(act: (redis: Client) => Promise<Result>): Promise<Result>;
  restartPostgres(signal: "SIGINT" | "SIGQUIT"): Promise<void>;
  /** Ends Redis, without its data; `how`: SIGTERM or SIGKILL. `meanwhile` runs while it is away. */
  restartRedis(meanwhile: number | (() => Promise<unknown>), how?: "SIGTERM" | "SIGKILL"): Promise<void>;
  endServers(): Promise<void>;
};

export async function openServers(wantedDir: string): Promise<Servers> {
  const port = await freePort();
  let postgres: Postgres = await startPostgres({ dataDir: wantedDir, port });
  await deploy(postgres.url);
  let redis: Redis = await startRedis();
  return {
    databaseUrl: postgres.url,
    redisUrl: redis.url,
    dataDir: postgres.dataDir,
    withAdmin: async (act) => {
      const admin = new pg.Client({ connectionString: postgres.url, application_name: "chaos-admin" });
      admin.on("error", () => undefined);
      await admin.connect();
      try {
        return await act(admin);
      } finally {
        await admin.end().catch(() => undefined);
      }
    },
    withRedis: async (act) => {
      const client = new Client(redis.url, { maxRetriesPerRequest: 1, lazyConnect: true });
      client.on("error", () => undefined);
      try {
        await client.connect();
        return await act(client);
      } finally {
        client.disconnect();
      }
    },
    restartPostgres: oneAtATime(async (signal) => {
      process.kill(postgres.pid, signal);
      await postgres.ended;
      postgres = await startPostgres({ dataDir: wantedDir, port });
    }),
    restartRedis: oneAtATime(async (meanwhile, how = "SIGTERM") => {
      const { port: same } = redis;
      if (how === "SIGKILL") process.kill(redis.pid, "SIGKILL");
      await redis.stop();
      await (typeof meanwhile === "number" ? sleep(meanwhile) : meanwhile());
      redis = await startRedis({ port: same });
    }),
    endServers: async () => {
      await redis.stop();
      await postgres.stop();
    },
  };
}

/** Refuses while the same is under way. */
function oneAtATime<Words extends unknown[]>(act: (...words: Words) => Promise<void>) {
  let isUnderWay = false;
  return async (...words: Words): Promise<void> => {
    if (isUnderWay) throw new Error("it restarts already");
    isUnderWay = true;
    try {
      await act(...words);
    } finally {
      isUnderWay = false;
    }
  };
}
