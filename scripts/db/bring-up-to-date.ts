import { Problem } from "../problem.ts";
import { grantApplication } from "./application-role.ts";
import { connect } from "./connect.ts";
import { deploy } from "./deploy.ts";

/** Where the database is: as its application sees it, and as the owner of its tables, who may be the same. */
export interface DatabaseAddresses {
  readonly url: string;
  readonly ownerUrl: string;
}

/** Who an address signs in as, and whether that role could undo what was taken from it. */
interface SignedIn {
  readonly role: string;
  readonly database: string;
  readonly owns: boolean;
}

/**
 * Applies the migrations as the owner and gives the application's role what it needs. Where both are one role, only the
 * migrations. Returns the names of what it applied.
 * Throws a Problem when the two addresses do not fit together, or the application's role could act as the owner.
 */
export async function bringUpToDate({ url, ownerUrl }: DatabaseAddresses): Promise<string[]> {
  const names = await deploy(ownerUrl);
  if (url === ownerUrl) return names;
  const [application, owner] = [await signedIn(url), await signedIn(ownerUrl)];
  if (application.database !== owner.database)
    throw new Problem(
      `DATABASE_URL names the database ${application.database}, DATABASE_OWNER_URL ${owner.database}: they have to be one.`,
    );
  if (application.role === owner.role) return names;
  if (application.owns)
    throw new Problem(
      `The role ${application.role} of DATABASE_URL is a superuser or can become ${owner.role}, who owns the tables, so it could change the audit. Give it a role of its own (docs/reference/audit.md).`,
    );
  await grantApplication(ownerUrl, application.role);
  return names;
}

async function signedIn(url: string): Promise<SignedIn> {
  const client = await connect(url);
  try {
    const { rows } = await client.query<SignedIn>(
      `select current_user::text as role, current_database()::text as database,
         pg_has_role(relowner, 'member') as owns
       from pg_class where oid = 'public.audit'::regclass`,
    );
    if (!rows[0]) throw new Problem("The database has no table for the audit.");
    return rows[0];
  } finally {
    await client.end();
  }
}
