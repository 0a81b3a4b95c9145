import { canChangeAudit, ownsAudit } from "../../prisma/store/audit-rights.ts";
import { Problem } from "../problem.ts";
import { grantApplication } from "./application-role.ts";
import { connect } from "./connect.ts";
import { deploy } from "./deploy.ts";

/** Where the database is: as its application sees it, and as the owner of its tables, who may be the same. */
export interface DatabaseAddresses {
  readonly url: string;
  readonly ownerUrl: string;
}

/** `names`: of the migrations that were applied. `isProtected`: the application's role can do nothing but add to the audit. */
export interface Updated {
  readonly names: string[];
  readonly isProtected: boolean;
}

/** Who an address signs in as, and where. `place`: one database of one running server, whatever its address. */
interface SignedIn {
  readonly role: string;
  readonly database: string;
  readonly place: string;
}

/**
 * Applies the migrations as the owner and gives the application's role what it needs. Where both are one role, only the
 * migrations.
 * Throws a Problem when the two addresses do not fit together, before anything is changed, or when the application's role
 * could change the audit.
 */
export async function bringUpToDate({ url, ownerUrl }: DatabaseAddresses): Promise<Updated> {
  if (url === ownerUrl) return { names: await deploy(ownerUrl), isProtected: false };
  const [application, owner] = [await signedIn(url), await signedIn(ownerUrl)];
  if (application.place !== owner.place)
    throw new Problem(
      `DATABASE_URL leads to the database ${application.database} and DATABASE_OWNER_URL to ${owner.database} of another server or name: they have to be one.`,
    );
  const names = await deploy(ownerUrl);
  if (application.role === owner.role) return { names, isProtected: false };
  if (await holds(ownerUrl, ownsAudit("$1::name"), application.role))
    throw unsafe(
      application.role,
      `is a superuser, or is or can become the owner of the tables or of the database`,
    );
  await grantApplication(ownerUrl, application.role);
  if (await holds(ownerUrl, canChangeAudit("$1::name"), application.role))
    throw unsafe(application.role, "has rights on the audit through another role, or as everybody has");
  return { names, isProtected: true };
}

function unsafe(role: string, why: string): Problem {
  return new Problem(
    `The role ${role} of DATABASE_URL ${why}, so it could change the audit. Give it a role of its own (docs/reference/audit.md).`,
  );
}

async function signedIn(url: string): Promise<SignedIn> {
  const [found] = await ask<SignedIn>(
    url,
    `select current_user::text as role, current_database()::text as database,
       oid || ' ' || pg_postmaster_start_time() as place
     from pg_database where datname = current_database()`,
  );
  if (!found) throw new Problem("The database does not say who is signed in.");
  return found;
}

async function holds(ownerUrl: string, condition: string, role: string): Promise<boolean> {
  const [row] = await ask<{ holds: boolean }>(ownerUrl, `select ${condition} as holds`, role);
  return row?.holds !== false;
}

async function ask<Row extends object>(url: string, query: string, ...values: string[]): Promise<Row[]> {
  const client = await connect(url);
  try {
    return (await client.query<Row>(query, values)).rows;
  } finally {
    await client.end();
  }
}
