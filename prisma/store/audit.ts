import type { Actor } from "../../core/access/roles.ts";
import { type AuditAction, actionsOf } from "../../core/audit/actions.ts";
import type { AuditFilter } from "../../core/contracts/audit-requests.ts";
import type { Tx } from "../client.ts";
import { Prisma } from "../generated/client.ts";
import type { Sql } from "../sql.ts";
import { canChangeAudit } from "./audit-rights.ts";

/** Who acted and how they came, as the row keeps it. `id` null: nobody who was known then. */
export type Author = Pick<Actor, "name" | "email" | "via" | "token" | "address"> & {
  readonly id: string | null;
};

/** One act. `before` and `after`: what it changed, as facts. `ownerId`: of an act on a token, whose it is. */
export type Act = {
  readonly action: AuditAction;
  readonly target: string;
  readonly ownerId?: string;
  readonly reason?: string | undefined;
  readonly before?: object;
  readonly after?: object;
};

/**
 * Writes who did what, how they came, why, and what it changed; in the transaction of the act itself. When it was is the
 * database's to say.
 */
export async function writeAudit(tx: Tx, author: Author, act: Act): Promise<void> {
  await tx.audit.create({
    data: {
      actorId: author.id,
      actor: author.name,
      email: author.email ?? null,
      via: author.via,
      tokenId: author.token?.id ?? null,
      token: author.token?.name ?? null,
      address: author.address ?? null,
      action: act.action,
      target: act.target,
      ownerId: act.ownerId ?? null,
      reason: act.reason ?? null,
      ...(act.before && { before: act.before }),
      ...(act.after && { after: act.after }),
    },
  });
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
 * Acts, newest first, one more than `limit`. Each column that can be asked for has an index that ends in the id. A person
 * is looked for in several columns: each is asked by itself, since one condition with OR would read the whole table from its
 * end for somebody who did little.
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

/** Where a person can stand; without one everywhere. */
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

/** Whether this connection's role can change, remove or empty nothing of the audit, nor become a role that can. */
export async function isAppendOnly(tx: Sql): Promise<boolean> {
  const [row] = await tx.$queryRaw<{ safe: boolean }[]>`
    SELECT NOT ${Prisma.raw(canChangeAudit("current_user"))} AS safe`;
  return row?.safe === true;
}
