import type { Hold } from "../../../core/hold/hold.ts";
import { holdOf } from "../../../core/hold/hold.ts";
import { Prisma } from "../../generated/client.ts";

/** A hold as holdJson selects it. */
export type KeptHold = {
  readonly at: string;
  readonly by: string | null;
  readonly reason: string | null;
  readonly until: string | null;
} | null;

/** The hold of the table that is read as `name`, as one column; NULL: none. For statements that read several. */
export function holdJson(name: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`CASE WHEN ${name}.held_at IS NOT NULL THEN jsonb_build_object('at', ${name}.held_at,
    'by', ${name}.held_by, 'reason', ${name}.held_reason, 'until', ${name}.held_until) END`;
}

/** The hold that was selected so. */
export function readHold(kept: KeptHold): Hold | null {
  if (!kept) return null;
  const { at, by, reason, until } = kept;
  return holdOf({
    heldAt: new Date(at),
    heldBy: by,
    heldReason: reason,
    heldUntil: until === null ? null : new Date(until),
  });
}
