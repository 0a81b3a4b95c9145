import { connect } from "../../scripts/db/connect.ts";
import { execute } from "../../scripts/db/database.ts";
import { deploy } from "../../scripts/db/deploy.ts";
import { startTemporaryPostgres } from "../../scripts/postgres/temporary.ts";
import type { TestDatabase } from "../setup/database.ts";
import { BURST, QUIET } from "./fill.ts";
import { type Executed, openPlanLog } from "./plan-log.ts";

/**
 * A large database whose statistics are those of the small one it was, as after a burst, on a server of its own. Plans are
 * generic, made without looking at the values. What comes by `url` is explained as it runs.
 */
export type StaleDatabase = TestDatabase & {
  /** Fills it. Whoever is connected has to connect again. */
  fill(): Promise<void>;
  /** A statement of the test's own, which is not explained. */
  ask<Row>(text: string): Promise<Row[]>;
  /** Every statement that has been executed so far, in order. */
  executed(): Promise<readonly Executed[]>;
};

/** Nothing makes new statistics, and nothing but plans is written to the log. */
const SERVER = { autovacuum: "off", jit: "off", log_checkpoints: "off", log_lock_waits: "off" };
/** References are not looked up row by row. */
const UNCHECKED = "SET session_replication_role = replica";
const DISCONNECT = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE datname = current_database() AND pid <> pg_backend_pid()`;
/** As `EXPLAIN (ANALYZE, BUFFERS)`, of every statement a connection executes. */
const EXPLAINED = {
  plan_cache_mode: "force_generic_plan",
  session_preload_libraries: "auto_explain",
  "auto_explain.log_min_duration": "0",
  "auto_explain.log_analyze": "on",
  "auto_explain.log_buffers": "on",
  "auto_explain.log_timing": "off",
  "auto_explain.log_format": "json",
};

export async function openStaleDatabase(): Promise<StaleDatabase> {
  const log = openPlanLog();
  const server = await startTemporaryPostgres({ settings: SERVER, take: log.take });
  await deploy(server.url);
  const own = await connect(server.url);
  return {
    url: server.url,
    ownerUrl: server.url,
    fill: async () => {
      await execute(server.url, QUIET);
      await execute(server.url, `${UNCHECKED}; ${BURST}`);
      for (const [name, value] of Object.entries(EXPLAINED))
        await own.query(`ALTER DATABASE waybill SET ${name} = '${value}'`);
      await own.query(DISCONNECT);
    },
    ask: async <Row>(text: string) => (await own.query(text)).rows as Row[],
    executed: async () => {
      const last = await connect(server.url);
      await last.query(log.mark);
      await last.end();
      return log.untilMark();
    },
    drop: async () => {
      await own.end();
      await server.stop();
    },
  };
}
