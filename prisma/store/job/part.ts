import { Prisma } from "../../generated/client.ts";

/**
 * What the statement of a move does besides. `rows`: what it takes for that, each with its job; `queries`: makes the further
 * WITH queries, without the word, of the rows of all jobs in the statement, as a jsonb array. They may read the rows
 * `moved`, among which a job is only if its move succeeds. `name`: parts with the same name have the same queries.
 */
export type MovePart = {
  readonly name: string;
  readonly rows: readonly object[];
  readonly queries: (rows: Prisma.Sql) => Prisma.Sql;
};

/** The queries of all parts, each with a comma before it; parts with the same name are done together. */
export function queriesOf(parts: readonly MovePart[]): Prisma.Sql {
  const queries = namesOf(parts).flatMap((name) => {
    const same = parts.filter((part) => part.name === name);
    const rows = JSON.stringify(same.flatMap((part) => part.rows));
    return same.slice(0, 1).map((part) => part.queries(Prisma.sql`${rows}::jsonb`));
  });
  return queries.length === 0 ? Prisma.empty : Prisma.sql`, ${Prisma.join(queries)}`;
}

/** Which queries the parts have: the same for moves that one statement can write. */
export function namesOf(parts: readonly MovePart[]): readonly string[] {
  return [...new Set(parts.map(({ name }) => name))].sort();
}
