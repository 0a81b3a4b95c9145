import { PrismaPg } from "@prisma/adapter-pg";
import { type Prisma, PrismaClient } from "./generated/client.ts";
import { retryConflicts } from "./retry-conflicts.ts";
import { statementNames } from "./statement-names.ts";

export type Db = PrismaClient;
/** A client inside a transaction, or the plain one: what a single statement needs. */
export type Tx = Prisma.TransactionClient;

/** How long is waited for the database before somebody is told. Standard values in `connect`. */
export type Patience = {
  /** For a connection, while all are in use or the server does not answer. */
  readonly connectionMs?: number;
  /** For a row another transaction has locked. */
  readonly lockMs?: number;
  /** Until a transaction that stands still, since its process is stopped, is ended. */
  readonly idleMs?: number;
};

export type ConnectOptions = Patience & {
  readonly max: number;
  readonly name: string;
  /** Hears of each statement and transaction that lost against another and is done again. */
  readonly onConflict?: (error: unknown) => void;
};

/**
 * Connects to PostgreSQL. Times out instead of waiting for ever, survives a restart of the server, and does again what
 * loses against another transaction.
 */
export function connect(url: string, options: ConnectOptions): Db {
  const { connectionMs = 10_000, lockMs = 10_000, idleMs = 30_000, onConflict } = options;
  const adapter = new PrismaPg(
    {
      connectionString: url,
      max: options.max,
      application_name: `waybill-${options.name}`,
      connectionTimeoutMillis: connectionMs,
      idle_in_transaction_session_timeout: idleMs,
      lock_timeout: lockMs,
      statement_timeout: 120_000,
    },
    {
      onPoolError: () => undefined,
      onConnectionError: () => undefined,
      statementNameGenerator: statementNames(),
    },
  );
  return retrying(new PrismaClient({ adapter: retryingSingly(adapter, onConflict) }), onConflict);
}

/** Statements outside of transactions; those inside go through the transaction's own object. */
function retryingSingly(adapter: PrismaPg, onConflict: ConnectOptions["onConflict"]): PrismaPg {
  const open = adapter.connect.bind(adapter);
  adapter.connect = async () => {
    const connection = await open();
    const [query, execute] = [connection.queryRaw.bind(connection), connection.executeRaw.bind(connection)];
    connection.queryRaw = (statement) => retryConflicts(() => query(statement), onConflict);
    connection.executeRaw = (statement) => retryConflicts(() => execute(statement), onConflict);
    return connection;
  };
  return adapter;
}

/** Whole transactions. */
function retrying(client: PrismaClient, onConflict: ConnectOptions["onConflict"]): Db {
  const transact = (...given: Parameters<Db["$transaction"]>) =>
    retryConflicts(() => client.$transaction(...given), onConflict);
  return new Proxy(client, {
    get: (target, key) => (key === "$transaction" ? transact : Reflect.get(target, key)),
  });
}
