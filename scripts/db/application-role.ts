import { randomBytes } from "node:crypto";
import { runMigrations } from "bullmq";
import pg from "pg";
import { connect } from "./connect.ts";

/** What is only ever added to: the application reads and adds, and nothing more. */
const ADDED_ONLY = ["audit", "event"];
/** What the application does not even see. */
const OWNERS_OWN = ["_prisma_migrations"];
/** Filled in by the database alone, so that nobody can say another time or place in the order. */
const OF_THE_DATABASE = ["id", "at"];
/** BullMQ's tables, when wake-ups go through PostgreSQL. Queues hold nothing that matters. */
const QUEUES = "bullmq";

/** Any number that no other lock of ours has. */
const GRANT_LOCK = 72707370;

/** The role of the embedded PostgreSQL that web and worker use. */
const NAME = "waybill_app";

/**
 * Makes the application's role on the embedded PostgreSQL, or gives it another password. The password is made at each
 * start and kept nowhere.
 * @returns the address for web and worker
 */
export async function makeApplicationRole(ownerUrl: string): Promise<string> {
  const password = randomBytes(24).toString("base64url");
  const client = await connect(ownerUrl);
  try {
    const { rowCount } = await client.query("select from pg_roles where rolname = $1", [NAME]);
    if (rowCount === 0) await client.query(`create role ${NAME}`);
    await client.query(
      `alter role ${NAME} login nosuperuser nocreatedb nocreaterole noreplication nobypassrls password '${password}'`,
    );
  } finally {
    await client.end();
  }
  const url = new URL(ownerUrl);
  [url.username, url.password] = [NAME, password];
  return url.href;
}

/**
 * Gives a role what web and worker need of every table there is, and takes the rest: no row of the audit or of the events
 * can be changed, removed or emptied by it, and no table altered. BullMQ's tables are made too, since the role may make
 * none. All in one transaction, so that whoever runs meanwhile never lacks anything.
 */
export async function grantApplication(ownerUrl: string, role: string): Promise<void> {
  const client = await connect(ownerUrl);
  try {
    await runMigrations(client);
    await client.query("begin");
    // two at once would meet in the same rows of the catalog
    await client.query("select pg_advisory_xact_lock($1)", [GRANT_LOCK]);
    const to = pg.escapeIdentifier(role);
    await grantTables(client, to);
    await grantQueues(client, to);
    await client.query("commit");
  } finally {
    await client.end();
  }
}

async function grantTables(client: pg.Client, to: string): Promise<void> {
  await client.query(`grant usage on schema public to ${to}`);
  await client.query(`revoke create on schema public from public, ${to}`);
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
     group by c.relname`,
  );
  for (const { name, columns } of rows) {
    const table = `public.${pg.escapeIdentifier(name)}`;
    await client.query(`revoke all on ${table} from ${to}`);
    const given = rightsOn(name, columns);
    if (given) await client.query(`grant ${given} on ${table} to ${to}`);
  }
  await client.query(`grant usage, select on all sequences in schema public to ${to}`);
}

function rightsOn(table: string, columns: readonly string[]): string | undefined {
  if (OWNERS_OWN.includes(table)) return undefined;
  if (!ADDED_ONLY.includes(table)) return "select, insert, update, delete";
  const own = columns.filter((name) => !OF_THE_DATABASE.includes(name)).map(pg.escapeIdentifier);
  return `select, insert (${own.join(", ")})`;
}

async function grantQueues(client: pg.Client, to: string): Promise<void> {
  // BullMQ makes a sequence for each queue when it is first used
  await client.query(`grant usage, create on schema ${QUEUES} to ${to}`);
  // those sequences are then its own, so nothing can be granted on all there are
  const { rows } = await client.query<{ name: string; kind: string }>(
    `select relname as name, relkind as kind from pg_class
     where relnamespace = '${QUEUES}'::regnamespace and relkind in ('r', 'p', 'S') and pg_has_role(relowner, 'usage')`,
  );
  for (const { name, kind } of rows) {
    const given = kind === "S" ? "usage, select, update on sequence" : "select, insert, update, delete on";
    await client.query(`grant ${given} ${QUEUES}.${pg.escapeIdentifier(name)} to ${to}`);
  }
}
