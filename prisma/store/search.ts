import { canonicalText } from "../../core/canonical-text.ts";
import { WaybillError } from "../../core/errors.ts";
import type { Db, Tx } from "../client.ts";
import { Prisma } from "../generated/client.ts";

/** The longest time a search may take; without a suitable index it reads the whole list. */
const SEARCH_MS = 5_000;

/**
 * A condition: one of the columns contains the text, compared as both read (core/canonical-text.ts), ignoring case. `%`
 * and `_` are literal.
 */
export function contains(columns: readonly Prisma.Sql[], text: string): Prisma.Sql {
  const pattern = `%${canonicalText(text).replace(/[\\%_]/g, "\\$&")}%`;
  return Prisma.sql`(${Prisma.join(
    columns.map((column) => Prisma.sql`canonical_text(${column}) ILIKE ${pattern}`),
    " OR ",
  )})`;
}

/**
 * Runs a search with a time limit.
 * @throws WaybillError `search_too_slow`
 */
export async function searching<Row>(db: Db, statement: Prisma.Sql): Promise<Row[]> {
  try {
    const limited = async (tx: Tx) => {
      await tx.$executeRaw`SELECT set_config('statement_timeout', ${String(SEARCH_MS)}, true)`;
      return tx.$queryRaw<Row[]>(statement);
    };
    return await db.$transaction(limited, { timeout: 2 * SEARCH_MS });
  } catch (error) {
    if (!wasCancelled(error)) throw error;
    throw new WaybillError(
      "search_too_slow",
      `The search took longer than ${SEARCH_MS / 1000} seconds. Narrow it by collection or state, or search by a whole id.`,
      { cause: error },
    );
  }
}

/** PostgreSQL's `query_canceled` (57014), however deep Prisma wraps it. */
function wasCancelled(error: unknown): boolean {
  return error instanceof Error && JSON.stringify({ ...error, message: error.message }).includes("57014");
}
