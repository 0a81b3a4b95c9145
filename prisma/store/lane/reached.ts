import { Prisma } from "../../generated/client.ts";
import type { Reach } from "../within.ts";

/** A condition on `lane`: it is that of a collection within reach. */
export function reached(reach: Reach): Prisma.Sql {
  if (reach === "all") return Prisma.sql`TRUE`;
  return Prisma.sql`lane.id IN (SELECT lane_id FROM collection WHERE collection.id = ANY(${[...reach]}::text[]))`;
}
