import { Prisma } from "../../generated/client.ts";

/** The tables whose rows are worked under a lease. They share due_at, lease_owner, lease_until, fence and kills. */
export const LEASED = ["batch", "job", "outbox"] as const;
export type Leased = (typeof LEASED)[number];

const NAMES = {
  batch: Prisma.sql`batch`,
  job: Prisma.sql`job`,
  outbox: Prisma.sql`outbox`,
} as const satisfies Record<Leased, Prisma.Sql>;

export function tableOf(leased: Leased): Prisma.Sql {
  return NAMES[leased];
}
