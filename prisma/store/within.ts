import { Prisma } from "../generated/client.ts";

/** The collections a list is restricted to, by id; `"all"`: unrestricted. Source: core/access/roles.ts, reachOf. */
export type Reach = "all" | readonly string[];

/** A condition that `column`, a collection's id, is one of those. */
export function within(column: Prisma.Sql, reach: Reach): Prisma.Sql {
  return reach === "all" ? Prisma.sql`TRUE` : Prisma.sql`${column} = ANY(${[...reach]}::text[])`;
}
