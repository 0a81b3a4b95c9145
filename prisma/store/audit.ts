import type { Actor } from "../../core/access/roles.ts";
import { type AuditAction, actionsOf } from "../../core/audit/actions.ts";
import type { AuditFilter } from "../../core/contracts/audit-requests.ts";
import { Prisma } from "../generated/client.ts";
import type { Sql } from "../sql.ts";
import { canChangeAudit } from "./audit-rights.ts";

/** Who acted and how they signed in, as stored. `id` null: an unknown person. */
export type Author = Pick<Actor, "name" | "email" | "via" | "token" | "address"> & {
  readonly id: string | null;
};

/** One act. `before` and `after`: the facts it changed. `ownerId`: for an act on a token, its owner. */
export type Act = {
  readonly action: AuditAction;
  readonly target: string;
  readonly ownerId?: string;
  readonly reason?: string | undefined;
  readonly before?: object;
  readonly after?: object;
};

/**
 * Records who did what, how they were signed in, why, and what changed, in the transaction of the act itself. The
 * database sets the time.
 */
export async function writeAudit(tx: Sql, author: Author, act: Act): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO audit (${COLUMNS}) VALUES (${valuesOf(author, act, Prisma.sql`${act.target}`)})`;
}

/**
 * The same as a clause of the one statement that is the act, for rows that must not stay locked between two. `from`: the clause
 * whose rows are what was acted on; `target`: a column of it, a text.
 */
export function auditing(
  author: Author,
  act: Omit<Act, "target">,
  { from, target }: { readonly from: Prisma.Sql; readonly target: Prisma.Sql },
): Prisma.Sql {
  return Prisma.sql`INSERT INTO audit (${COLUMNS}) SELECT ${valuesOf(author, act, target)} FROM ${from}`;
}

const COLUMNS = Prisma.sql`
  actor_id, actor, email, via, token_id, token, address, action, target, owner_id, reason, before, after`;

function valuesOf(author: Author, act: Omit<Act, "target">, target: Prisma.Sql): Prisma.Sql {
  const json = (facts: object | undefined) => (facts ? JSON.stringify(facts) : null);
  return Prisma.sql`
    ${author.id}, ${author.name}, ${author.email ?? null}, ${author.via}, ${author.token?.id ?? null},
    ${author.token?.name ?? null}, ${author.address ?? null}, ${act.action}, ${target}, ${act.ownerId ?? null},
    ${act.reason ?? null}, ${json(act.before)}::jsonb, ${json(act.after)}::jsonb`;
}

export type AuditListRow = {
  readonly id: bigint;
  readonly at: Date;
  readonly actorId: string | null;
  readonly actor: string;
  readonly email: string | null;
  readonly via: string;
  readonly tokenId: string | null;
  readonly token: string | null;
  readonly address: string | null;
  readonly action: string;
  readonly target: string;
  readonly targetName: string | null;
  readonly reason: string | null;
  readonly before: unknown;
  readonly after: unknown;
};

/** `before`: the id of the last row shown. */
type Wanted = { readonly filter: AuditFilter; readonly before: bigint | undefined; readonly limit: number };

/**
 * Acts, newest first, one more than `limit`. Each filter column has an index that ends in the id. A person is searched
 * for in several columns, each with its own query, since one condition with OR would scan the whole table for somebody
 * with few acts.
 */
export async function listAudit(tx: Sql, { filter, before, limit }: Wanted): Promise<AuditListRow[]> {
  const where = conditionsOf(filter, before);
  const most = limit + 1;
  const of = (condition: Prisma.Sql) => Prisma.sql`
    (SELECT id FROM audit WHERE ${Prisma.join([condition, ...where], " AND ")} ORDER BY id DESC LIMIT ${most})`;
  const ids = Prisma.join(columnsOf(filter.person).map(of), " UNION ");
  return tx.$queryRaw<AuditListRow[]>`
    SELECT audit.id, audit.at, audit.actor_id AS "actorId", audit.actor, audit.email, audit.via,
      audit.token_id AS "tokenId", audit.token, audit.address, audit.action, audit.target,
      coalesce(
        (SELECT name FROM app_user WHERE app_user.id = audit.target),
        (SELECT name FROM api_token WHERE api_token.id = audit.target),
        (SELECT ark FROM stored_object WHERE stored_object.id = audit.target)
      ) AS "targetName", audit.reason, audit.before, audit.after
    FROM audit JOIN (${ids}) found ON found.id = audit.id
    ORDER BY audit.id DESC
    LIMIT ${most}`;
}

/** The columns a person can be in; without a person, no restriction. */
function columnsOf(person: string | undefined): Prisma.Sql[] {
  if (person === undefined) return [Prisma.sql`TRUE`];
  if (person.includes("@")) {
    const email = person.toLowerCase();
    return [Prisma.sql`email = ${email}`, Prisma.sql`target = ${email}`];
  }
  return [Prisma.sql`actor_id = ${person}`, Prisma.sql`target = ${person}`, Prisma.sql`owner_id = ${person}`];
}

function conditionsOf(
  { kind, target, address, from, to }: AuditFilter,
  before: bigint | undefined,
): Prisma.Sql[] {
  const actions: readonly AuditAction[] | undefined = kind && actionsOf(kind);
  return [
    before !== undefined && Prisma.sql`id < ${before}`,
    actions && Prisma.sql`action = ANY(${[...actions]})`,
    target !== undefined && Prisma.sql`target = ${target}`,
    address !== undefined && Prisma.sql`address = ${address}`,
    from && Prisma.sql`at >= ${from}`,
    to && Prisma.sql`at < ${to}`,
  ].filter((condition) => condition instanceof Prisma.Sql);
}

/** Whether this connection's role cannot update, delete or truncate the audit, nor become a role that can. */
export async function isAppendOnly(tx: Sql): Promise<boolean> {
  const [row] = await tx.$queryRaw<{ safe: boolean }[]>`
    SELECT NOT ${Prisma.raw(canChangeAudit("current_user"))} AS safe`;
  return row?.safe === true;
}
