import {
  type ConnectionOptions,
  createPostgresBackend,
  Queue,
  runMigrations,
  Worker,
  withBackend,
} from "bullmq";
import pg from "pg";
import type { Wake } from "./engine/lease-table.ts";

/** One wake-up per id, or per key; of those that arrive while it is being worked, the last one is kept. */
export type WakeOpts = {
  jobId?: string;
  deduplication?: { id: string; keepLastIfActive: true };
  removeOnComplete: true;
  removeOnFail: true;
};

/** The part of a BullMQ queue that Waybill uses; both backends have it. */
export type WakeQueue = {
  addBulk(jobs: { name: string; data: Wake; opts: WakeOpts }[]): Promise<unknown>;
  getWaitingCount(): Promise<number>;
  waitUntilReady(): Promise<unknown>;
  on(event: "error", listener: (error: Error) => void): unknown;
  close(): Promise<void>;
};

/** The part of a BullMQ worker that Waybill uses. */
export type WakeWorker = {
  on(event: "error", listener: (error: Error) => void): unknown;
  waitUntilReady(): Promise<unknown>;
  /** `force`: does not wait for its handlers. */
  close(force?: boolean): Promise<void>;
};

export type WakeOptions = { readonly concurrency: number; readonly lockMs: number };

/**
 * Makes queues and workers on Redis or on PostgreSQL. Queues only deliver wake-ups: losing all of them costs latency
 * and nothing else.
 */
export type Delivery = {
  queue(name: string): WakeQueue;
  worker(name: string, handle: (wake: Wake) => Promise<void>, options: WakeOptions): WakeWorker;
};

/** A wake-up's failures are not counted here; the row in the database counts them. */
const NEVER_GIVE_UP = 1_000_000;
const STALLED_MS = 5_000;
/**
 * On PostgreSQL: for a worker, besides the one it listens on; for a queue, which the dispatcher uses one call at a
 * time.
 */
const CONNECTIONS = { worker: 2, queue: 1 };
/** Connections that one line uses on PostgreSQL for its wake-ups. */
export const DELIVERY_CONNECTIONS = CONNECTIONS.worker + 1 + CONNECTIONS.queue;
/** A queue that takes longer to answer will not answer: its connection is half-open. */
const ANSWER_MS = 5_000;

export async function openDelivery(redisUrl: string | undefined, databaseUrl: string): Promise<Delivery> {
  return redisUrl ? onRedis(redisUrl) : onPostgres(databaseUrl);
}

function onRedis(url: string): Delivery {
  const connection: ConnectionOptions = { url, maxRetriesPerRequest: null };
  return {
    queue: (name) =>
      new Queue<Wake>(name, { connection: { url, maxRetriesPerRequest: 1, commandTimeout: ANSWER_MS } }),
    worker: (name, handle, options) =>
      new Worker<Wake>(name, (job) => handle(job.data), { connection, ...workerOptions(options) }),
  };
}

async function onPostgres(connectionString: string): Promise<Delivery> {
  const client = new pg.Client({ connectionString });
  client.on("error", () => undefined);
  await client.connect();
  try {
    if (await mayMake(client)) await runMigrations(client);
  } finally {
    await client.end();
  }
  const classes = withBackend(createPostgresBackend);
  const to = (max: number) => ({ connectionString, max });
  return {
    queue: (name) => new classes.Queue<Wake>(name, { connection: to(CONNECTIONS.queue) }),
    worker: (name, handle, options) =>
      new classes.Worker<Wake>(name, (job) => handle(job.data), {
        connection: to(CONNECTIONS.worker),
        ...workerOptions(options),
      }),
  };
}

/**
 * Whether this role may create BullMQ's tables. The application's role may not when the database has an owner of its
 * own: the owner created them with the migrations, and BullMQ itself checks that they fit.
 */
async function mayMake(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ may: boolean }>(
    `select coalesce(
       (select pg_has_role(nspowner, 'usage') from pg_namespace where nspname = 'bullmq'),
       has_database_privilege(current_database(), 'create')
     ) as may`,
  );
  return rows[0]?.may === true;
}

function workerOptions({ concurrency, lockMs }: WakeOptions) {
  return {
    concurrency,
    lockDuration: lockMs,
    stalledInterval: STALLED_MS,
    maxStalledCount: NEVER_GIVE_UP,
    removeOnComplete: { count: 0 },
    removeOnFail: { count: 0 },
  };
}
