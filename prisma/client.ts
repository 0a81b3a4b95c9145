import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import { type Prisma, PrismaClient } from "./generated/client.ts";
import { type Sql, sqlOn, transact } from "./sql.ts";
import { statementNames } from "./statement-names.ts";

/** Models by Prisma; statements written by hand go straight to the driver, over the same connections. */
export type Db = PrismaClient & {
  /** A transaction of statements written by hand only: a third of what `$transaction` costs. */
  transact<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
};
/** A client inside a transaction, or the plain one: what models need. */
export type Tx = Prisma.TransactionClient;

/** Connects to PostgreSQL. Times out instead of waiting for ever, and survives a restart of the server. */
export function connect(url: string, options: { readonly max: number; readonly name: string }): Db {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max,
    application_name: `waybill-${options.name}`,
    connectionTimeoutMillis: 10_000,
    idle_in_transaction_session_timeout: 30_000,
    statement_timeout: 120_000,
  });
  const nameOf = statementNames();
  const adapter = new PrismaPg(pool, {
    disposeExternalPool: true,
    onPoolError: () => undefined,
    onConnectionError: () => undefined,
    statementNameGenerator: nameOf,
  });
  // Prisma listens only once it has connected
  pool.on("error", () => undefined);
  const direct = {
    ...sqlOn(pool, nameOf),
    transact: <T>(work: (sql: Sql) => Promise<T>) => transact(pool, nameOf, work),
  };
  return withDirect(new PrismaClient({ adapter }), direct, pool);
}

/**
 * A view of the client whose own raw statements are the driver's. Set on the client itself they would be those of its
 * transactions too, and run beside them.
 */
function withDirect(client: PrismaClient, direct: Sql & Pick<Db, "transact">, pool: pg.Pool): Db {
  const own = {
    ...direct,
    $disconnect: async () => {
      await client.$disconnect();
      if (!pool.ending) await pool.end();
    },
  };
  return new Proxy(client, {
    get(target, name) {
      if (Object.hasOwn(own, name)) return Reflect.get(own, name);
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  }) as Db;
}
