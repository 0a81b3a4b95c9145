import { randomUUID } from "node:crypto";
import type pg from "pg";
import { codeOf, messageOf, Problem } from "../problem.ts";
import { connect } from "./connect.ts";
import { type Migration, readMigrations } from "./migrations.ts";

/** The lock and table of Prisma's own engine, so that `prisma migrate deploy` and this script can take turns. */
const PRISMA_LOCK = 72707369;
const LOCK_TIMEOUT = "60s";
const TABLE = `create table if not exists _prisma_migrations (
  id varchar(36) primary key not null,
  checksum varchar(64) not null,
  finished_at timestamptz,
  migration_name varchar(255) not null,
  logs text,
  rolled_back_at timestamptz,
  started_at timestamptz not null default now(),
  applied_steps_count integer not null default 0
)`;

interface AppliedRow {
  readonly migration_name: string;
  readonly checksum: string;
  readonly finished_at: Date | null;
}

/**
 * Brings a database up to date, each migration in a transaction of its own. Safe to run twice and at the same time.
 * Returns the names of what it applied. Throws a Problem when the database and the folder do not fit together.
 */
export async function deploy(url: string, migrations?: readonly Migration[]): Promise<string[]> {
  const wanted = migrations ?? (await readMigrations());
  const client = await connect(url);
  try {
    await lock(client);
    const pending = pendingOf(wanted, await asOwner(() => listApplied(client)));
    for (const migration of pending) await apply(client, migration);
    return pending.map(({ name }) => name);
  } finally {
    await client.end();
  }
}

/** Only who owns the tables sees what was applied to them. */
async function asOwner<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (cause) {
    if (codeOf(cause) !== "42501") throw cause;
    throw new Problem(
      "This role may not change the database's tables: set DATABASE_OWNER_URL to the one that owns them (docs/reference/audit.md).",
      { cause },
    );
  }
}

async function lock(client: pg.Client): Promise<void> {
  await client.query(`set lock_timeout = '${LOCK_TIMEOUT}'`);
  try {
    await client.query("select pg_advisory_lock($1)", [PRISMA_LOCK]);
  } catch (cause) {
    throw new Problem(
      `Another migration has been running for ${LOCK_TIMEOUT}; try again when it has ended.`,
      { cause },
    );
  }
  await client.query("reset lock_timeout");
}

async function listApplied(client: pg.Client): Promise<AppliedRow[]> {
  await client.query(TABLE);
  const { rows } = await client.query<AppliedRow>(
    "select migration_name, checksum, finished_at from _prisma_migrations where rolled_back_at is null",
  );
  return rows;
}

function pendingOf(wanted: readonly Migration[], applied: readonly AppliedRow[]): Migration[] {
  const done = new Map(applied.map((row) => [row.migration_name, row]));
  const known = new Set(wanted.map(({ name }) => name));
  const newer = applied.find((row) => !known.has(row.migration_name));
  if (newer)
    throw new Problem(`The database is newer than this code: it has the migration ${newer.migration_name}.`);
  return wanted.filter((migration) => {
    const row = done.get(migration.name);
    if (row && row.finished_at === null) {
      throw new Problem(
        `The migration ${migration.name} was begun and never finished; mend the database first.`,
      );
    }
    if (row && row.checksum !== migration.checksum) {
      throw new Problem(`The migration ${migration.name} was changed after this database had applied it.`);
    }
    return row === undefined;
  });
}

async function apply(client: pg.Client, { name, sql, checksum }: Migration): Promise<void> {
  await client.query("begin");
  try {
    await client.query(sql);
    await client.query(
      `insert into _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
       values ($1, $2, $3, clock_timestamp(), 1)`,
      [randomUUID(), checksum, name],
    );
    await client.query("commit");
  } catch (cause) {
    await client.query("rollback");
    throw new Problem(`The migration ${name} failed and was undone: ${messageOf(cause)}`, { cause });
  }
}
