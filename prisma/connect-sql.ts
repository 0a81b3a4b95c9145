import pg from "pg";
import { type Sql, sqlOn } from "./sql.ts";
import { statementNames } from "./statement-names.ts";

/** Hand-written statements over connections of their own. */
export type OwnSql = Sql & { close(): Promise<void> };

type Options = {
  readonly max: number;
  readonly name: string;
  /** The longest a statement may take, and waiting for a connection. A connection that is slower is given up. */
  readonly patienceMs: number;
};

/**
 * Connects to PostgreSQL for statements that are of no use when they are late. Statements are not repeated, and are planned
 * once (see ConnectOptions in ./client.ts).
 */
export function connectSql(url: string, { max, name, patienceMs }: Options): OwnSql {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    application_name: `waybill-${name}`,
    connectionTimeoutMillis: patienceMs,
    query_timeout: patienceMs,
    statement_timeout: patienceMs,
    options: "-c plan_cache_mode=force_generic_plan",
    keepAlive: true,
  });
  // what a statement meets it is told; one that is idle is replaced
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  return { ...sqlOn(pool, statementNames()), close: () => pool.end() };
}
