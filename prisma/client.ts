import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import { byShare } from "../lib/shares.ts";
import { type Prisma, PrismaClient } from "./generated/client.ts";
import { asTransaction, refuseInside } from "./inside-transaction.ts";
import { retryConflicts } from "./retry-conflicts.ts";
import { type Sql, sqlOn, transact } from "./sql.ts";
import { statementNames } from "./statement-names.ts";

/** Prisma for models; hand-written statements go straight to the driver, over the same connections. */
export type Db = PrismaClient & {
  /**
   * A transaction of hand-written statements only, at a third of the cost of `$transaction`. `lastly`: a statement without
   * values that is sent in one message with COMMIT; if it fails, nothing is kept.
   */
  transact<T>(work: (sql: Sql) => Promise<T>, lastly?: string): Promise<T>;
};
/** A client inside a transaction, or the plain one: what models need. */
export type Tx = Prisma.TransactionClient;

/** How long to wait for the database before giving up. Defaults are in `connect`. */
export type Patience = {
  /** For a connection, when all are in use or the server does not answer. */
  readonly connectionMs?: number;
  /** For a row another transaction has locked. */
  readonly lockMs?: number;
  /** Before ending a transaction that is idle because its process was stopped. */
  readonly idleMs?: number;
  /** For the answer to a statement, longer than the server lets it run; 0: without end. */
  readonly answerMs?: number;
};

export type ConnectOptions = Patience & {
  readonly max: number;
  readonly name: string;
  /**
   * Plan a statement once per connection, for any values, as tests/plans does. Otherwise PostgreSQL may plan one anew at each
   * execution, which takes longer than executing it. For processes whose frequent statements have bounds there.
   */
  readonly plansOnce?: boolean;
  /** Called for each statement or transaction that lost a conflict and is retried. */
  readonly onConflict?: (error: unknown) => void;
  /** Called each time a caller must wait because all connections are in use. */
  readonly onWait?: () => void;
};

/** The longest a statement runs, and how much later its answer is given up. */
const STATEMENT_MS = 120_000;
const LATER_MS = 30_000;

/**
 * Connects to PostgreSQL. Times out instead of waiting forever, survives a restart of the server, and retries
 * transactions that lose a conflict.
 */
export function connect(url: string, options: ConnectOptions): Db {
  const { connectionMs = 10_000, lockMs = 10_000, idleMs = 30_000, plansOnce = false } = options;
  const { answerMs = STATEMENT_MS + LATER_MS } = options;
  const { onConflict, onWait } = options;
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max,
    application_name: `waybill-${options.name}`,
    connectionTimeoutMillis: connectionMs,
    idle_in_transaction_session_timeout: idleMs,
    lock_timeout: lockMs,
    statement_timeout: STATEMENT_MS,
    // whoever holds the connection open and says nothing, such as a balancer whose server is gone, lets a statement wait for
    // ever, or as long as the system's keep-alive does, a quarter of an hour
    ...(answerMs > 0 && { query_timeout: answerMs }),
    ...(plansOnce && { options: "-c plan_cache_mode=force_generic_plan" }),
    // a server that vanished is noticed, also by a statement that only waits for its answer
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  });
  if (onWait) hearWaits(pool, onWait);
  // Prisma listens only once it has connected
  pool.on("error", () => undefined);
  // a connection the server closes while it is being opened, before its user listens, would end the process; its next
  // statement fails
  pool.on("connect", (client) => client.on("error", () => undefined));
  const nameOf = statementNames();
  const adapter = new PrismaPg(pool, {
    disposeExternalPool: true,
    onPoolError: () => undefined,
    onConnectionError: () => undefined,
    statementNameGenerator: nameOf,
  });
  const again: Again = (act) => byShare(() => retryConflicts(act, onConflict));
  const client = new PrismaClient({ adapter: retryingSingly(adapter, again) });
  const direct = sqlOn(pool, nameOf);
  return viewOf(client, pool, {
    $queryRaw: (text, ...values) => again(() => direct.$queryRaw(text, ...values)),
    $executeRaw: (text, ...values) => again(() => direct.$executeRaw(text, ...values)),
    transact: (work, lastly) =>
      again(() => transact(pool, nameOf, (sql) => asTransaction(pool, () => work(sql)), lastly)),
    $transaction: (work: (tx: Tx) => Promise<unknown>, limits?: Limits) =>
      again(() => client.$transaction((tx) => asTransaction(pool, () => work(tx)), limits)),
    $disconnect: async () => {
      await client.$disconnect();
      if (!pool.ending) await pool.end();
    },
  });
}

function hearWaits(pool: pg.Pool, onWait: () => void): void {
  const open = pool.connect.bind(pool) as (done?: unknown) => unknown;
  const listening = (done?: unknown) => {
    // the pool hands out connections in the next tick
    setImmediate(() => {
      if (pool.waitingCount > 0) onWait();
    });
    return done === undefined ? open() : open(done);
  };
  pool.connect = listening as typeof pool.connect;
}

type Again = <Result>(act: () => Promise<Result>) => Promise<Result>;

/**
 * Prisma's own statements outside of transactions; statements inside a transaction go through the transaction's own
 * object.
 */
function retryingSingly(adapter: PrismaPg, again: Again): PrismaPg {
  const open = adapter.connect.bind(adapter);
  adapter.connect = async () => {
    const connection = await open();
    const [query, execute] = [connection.queryRaw.bind(connection), connection.executeRaw.bind(connection)];
    connection.queryRaw = (statement) => again(() => query(statement));
    connection.executeRaw = (statement) => again(() => execute(statement));
    return connection;
  };
  return adapter;
}

type Limits = Parameters<PrismaClient["$transaction"]>[1];
type Own = Sql & Pick<Db, "transact"> & { $disconnect(): Promise<void>; $transaction: unknown };

/**
 * A view of the client with its own functions, none of which may be called inside a transaction. Set on the client
 * itself, they would also appear on its transactions, and their statements would run outside them.
 */
function viewOf(client: PrismaClient, pool: pg.Pool, own: Own): Db {
  return new Proxy(client, {
    get(target, name) {
      refuseInside(pool, String(name));
      if (Object.hasOwn(own, name)) return Reflect.get(own, name);
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  }) as Db;
}
