import pg from "pg";
import { Prisma } from "./generated/client.ts";

/** What a hand-written statement needs; Prisma's client, its transactions and the driver's all provide it. */
export type Sql = {
  $queryRaw<T = unknown>(text: TemplateStringsArray | Prisma.Sql, ...values: readonly unknown[]): Promise<T>;
  $executeRaw(text: TemplateStringsArray | Prisma.Sql, ...values: readonly unknown[]): Promise<number>;
};

type Runner = Pick<pg.ClientBase, "query">;

const { INT8 } = pg.types.builtins;

/** As Prisma reads them: 64-bit integers (not lists of them) as bigint, the rest as the driver does. */
const TYPES = {
  getTypeParser: ((oid: number, format?: "text" | "binary") => {
    if (oid === INT8) return BigInt;
    return pg.types.getTypeParser(oid, format);
  }) as typeof pg.types.getTypeParser,
};

/**
 * Hand-written statements, straight through the driver: half the cost of Prisma's engine, or a third for a transaction
 * (docs/decisions/0014). `nameOf`: a name per text, the same that Prisma's adapter on this pool uses.
 */
export function sqlOn(runner: Runner, nameOf: (query: { readonly sql: string }) => string): Sql {
  const run = (text: TemplateStringsArray | Prisma.Sql, values: readonly unknown[]) => {
    const query = "raw" in text ? Prisma.sql(text, ...values) : text;
    return runner.query({
      name: nameOf({ sql: query.text }),
      text: query.text,
      values: query.values,
      types: TYPES,
    });
  };
  return {
    $queryRaw: async <T>(text: TemplateStringsArray | Prisma.Sql, ...values: readonly unknown[]) =>
      (await run(text, values)).rows as T,
    $executeRaw: async (text, ...values) => (await run(text, values)).rowCount ?? 0,
  };
}

/**
 * Runs `work` in a transaction of hand-written statements; an error rolls it back and is thrown. If the connection
 * broke, the error is the one that broke it, not the driver's at the next statement. `lastly`: a statement that goes to the
 * server in one message with COMMIT, so that nothing can stop this process between the two; without values of its own.
 */
export async function transact<T>(
  pool: pg.Pool,
  nameOf: (query: { readonly sql: string }) => string,
  work: (sql: Sql) => Promise<T>,
  lastly?: string,
): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  const onError = (error: Error) => {
    broken = error;
  };
  client.on("error", onError);
  try {
    await client.query("BEGIN");
    const result = await work(sqlOn(client, nameOf));
    await client.query(lastly === undefined ? "COMMIT" : `${lastly}; COMMIT`);
    return result;
  } catch (error) {
    const before = broken;
    await client.query("ROLLBACK").catch(onError);
    throw before ?? error;
  } finally {
    client.off("error", onError);
    client.release(broken);
  }
}
