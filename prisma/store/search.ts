import { canonicalText } from "../../core/canonical-text.ts";
import { WaybillError } from "../../core/errors.ts";
import type { Db, Tx } from "../client.ts";
import { Prisma } from "../generated/client.ts";
import type { Sql } from "../sql.ts";

/** The longest time a search may take; where no index helps, it reads all texts. */
const SEARCH_MS = 5_000;

/** Where the texts of batches and of jobs are that are searched, by the column that names the row. */
const TEXTS = {
  batch: Prisma.sql`SELECT batch_id FROM batch_text`,
  job: Prisma.sql`SELECT job_id FROM job_text`,
} as const;

/**
 * A condition: one of a batch's or job's texts contains the given one, as `contains` compares. An index of trigrams,
 * which is there where PostgreSQL has pg_trgm, finds what has three letters or digits of it in a row.
 */
export function textContains(of: keyof typeof TEXTS, text: string): Prisma.Sql {
  const id = of === "batch" ? Prisma.sql`batch.id` : Prisma.sql`job.id`;
  return Prisma.sql`${id} IN (${TEXTS[of]} WHERE text ILIKE ${patternOf(text)})`;
}

/**
 * A condition: one of the columns contains the text, compared as both read (core/canonical-text.ts), ignoring case. `%`
 * and `_` are literal.
 */
export function contains(columns: readonly Prisma.Sql[], text: string): Prisma.Sql {
  const pattern = patternOf(text);
  return Prisma.sql`(${Prisma.join(
    columns.map((column) => Prisma.sql`canonical_text(${column}) ILIKE ${pattern}`),
    " OR ",
  )})`;
}

/** Whether so many jobs or more have the text, read by the index of trigrams where there is one. */
export async function isFrequent(tx: Sql, text: string, least: number): Promise<boolean> {
  const [row] = await tx.$queryRaw<{ jobs: number }[]>`
    SELECT count(*)::int AS jobs FROM (
      SELECT FROM job_text WHERE text ILIKE ${patternOf(text)} LIMIT ${least}) AS hits`;
  return row?.jobs === least;
}

function patternOf(text: string): string {
  return `%${canonicalText(text).replace(/[\\%_]/g, "\\$&")}%`;
}

/**
 * Runs a search, or one that is chosen by another, with a time limit and a plan made for its text: a frequent one is
 * soon found along the list, a rare one by an index. `advice`: what whoever searches can do when it takes too long.
 * @throws WaybillError `search_too_slow`
 */
export async function searching<Row>(
  db: Db,
  statement: Prisma.Sql | ((tx: Sql) => Promise<Prisma.Sql>),
  advice = "Narrow it by collection or state, or search by a whole id.",
): Promise<Row[]> {
  try {
    const limited = async (tx: Tx) => {
      await tx.$executeRaw`SELECT set_config('statement_timeout', ${String(SEARCH_MS)}, true),
        set_config('plan_cache_mode', 'force_custom_plan', true)`;
      return tx.$queryRaw<Row[]>(typeof statement === "function" ? await statement(tx) : statement);
    };
    return await db.$transaction(limited, { timeout: 2 * SEARCH_MS });
  } catch (error) {
    if (!wasCancelled(error)) throw error;
    throw new WaybillError(
      "search_too_slow",
      `The search took longer than ${SEARCH_MS / 1000} seconds. ${advice}`,
      { cause: error },
    );
  }
}

/** PostgreSQL's `query_canceled` (57014), however deep Prisma wraps it. */
function wasCancelled(error: unknown): boolean {
  return error instanceof Error && JSON.stringify({ ...error, message: error.message }).includes("57014");
}
