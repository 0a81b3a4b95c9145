import { Prisma } from "../../generated/client.ts";

/** What a person can hold. Their tables share held_at, held_by, held_reason and held_until. */
export type Holdable = "intake" | "collection" | "batch" | "job";

const NAMES = {
  intake: Prisma.sql`intake`,
  collection: Prisma.sql`collection`,
  batch: Prisma.sql`batch`,
  job: Prisma.sql`job`,
} as const satisfies Record<Holdable, Prisma.Sql>;

export function tableOf(on: Holdable): Prisma.Sql {
  return NAMES[on];
}

/** A row of one of them; the intake has one row. */
export type HeldRow =
  | { readonly on: "intake" }
  | { readonly on: "collection" | "batch" | "job"; readonly id: string };

/** A condition on the row's table. */
export function isRow(row: HeldRow): Prisma.Sql {
  return row.on === "intake" ? Prisma.sql`id = 1` : Prisma.sql`id = ${row.id}`;
}

/** The columns of core/hold/hold.ts of the table that is read as `name`. */
export function holdColumns(name: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`${name}.held_at AS "heldAt", ${name}.held_by AS "heldBy", ${name}.held_reason AS "heldReason",
    ${name}.held_until AS "heldUntil"`;
}
