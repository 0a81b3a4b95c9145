import { Prisma } from "../../generated/client.ts";

/** The tables whose rows are worked under a lease. They share due_at, lease_owner, lease_until, fence and kills. */
export const LEASED = ["batch", "job", "mail", "callback", "lane", "check"] as const;
export type Leased = (typeof LEASED)[number];

const NAMES = {
  batch: Prisma.sql`batch`,
  job: Prisma.sql`job`,
  mail: Prisma.sql`outbox`,
  callback: Prisma.sql`outbox`,
  lane: Prisma.sql`lane`,
  check: Prisma.sql`check_run`,
} as const satisfies Record<Leased, Prisma.Sql>;

export function tableOf(leased: Leased): Prisma.Sql {
  return NAMES[leased];
}

/** Which of a table's rows they are. `busy`: receivers that get no more callbacks for now. */
export function rowsOf(leased: Leased, busy: readonly string[] = []): Prisma.Sql {
  if (leased === "mail") return Prisma.sql`kind = 'mail'`;
  if (leased !== "callback") return Prisma.sql`TRUE`;
  return busy.length === 0
    ? Prisma.sql`kind = 'callback'`
    : Prisma.sql`kind = 'callback' AND payload ->> 'receiver' <> ALL(${[...busy]}::text[])`;
}

/** How long a lease lasts. `lastMs`: a lane's second expiry, until which a call under way keeps others off; as long as the first when left out. */
export type Length = { readonly leaseMs: number; readonly lastMs?: number };

const OVER = Prisma.sql`(lease_until IS NULL OR lease_until < clock_timestamp())`;

/** A lane whose holder is in the middle of a call is spared until the second expiry. */
const LANE_OVER = Prisma.sql`(lease_until IS NULL OR (lease_until < clock_timestamp() AND (
  lease_last < clock_timestamp() OR NOT EXISTS (
    SELECT FROM attempt
    WHERE attempt.lane_id = lane.id AND answered_at IS NULL AND deadline_at > clock_timestamp()))))`;

/**
 * Somebody has to look at the row. Times are kept in milliseconds, rounded, so what is due now may be due half a one later:
 * the clock is rounded in the same way.
 */
export const IS_DUE = Prisma.sql`due_at <= clock_timestamp()::timestamptz(3)`;

/** Nobody has a lease on the row, or not any more. Source: high-availability claims, "Two-phase expiry". */
export function freeOf(leased: Leased): Prisma.Sql {
  return leased === "lane" ? LANE_OVER : OVER;
}

/** Sets when a lease runs out, counted from now. `renewed`: the second expiry does not come sooner than it was to. */
export function expiriesOf(
  leased: Leased,
  { leaseMs, lastMs = leaseMs }: Length,
  { renewed = false }: { readonly renewed?: boolean } = {},
): Prisma.Sql {
  const until = Prisma.sql`lease_until = clock_timestamp() + ${leaseMs} * interval '1 millisecond'`;
  if (leased !== "lane") return until;
  const last = Prisma.sql`clock_timestamp() + ${lastMs} * interval '1 millisecond'`;
  return Prisma.sql`${until}, lease_last = ${renewed ? Prisma.sql`GREATEST(lease_last, ${last})` : last}`;
}

/**
 * What a row waited for is over once its holder has worked at it for so long that the lease is renewed; without this a job
 * that fetches for hours would still be shown as one that waits for a full disk. A held batch keeps why it is held.
 */
export function endOfWait(leased: Leased): Prisma.Sql {
  if (leased === "job") return Prisma.sql`, wait_code = NULL, wait_reason = NULL`;
  if (leased === "batch") return Prisma.sql`, wait_reason = CASE WHEN state = 'Held' THEN wait_reason END`;
  return Prisma.empty;
}
