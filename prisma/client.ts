import { PrismaPg } from "@prisma/adapter-pg";
import { type Prisma, PrismaClient } from "./generated/client.ts";
import { statementNames } from "./statement-names.ts";

export type Db = PrismaClient;
/** A client inside a transaction, or the plain one: what a single statement needs. */
export type Tx = Prisma.TransactionClient;

/** Connects to PostgreSQL. Times out instead of waiting for ever, and survives a restart of the server. */
export function connect(url: string, options: { readonly max: number; readonly name: string }): Db {
  const adapter = new PrismaPg(
    {
      connectionString: url,
      max: options.max,
      application_name: `waybill-${options.name}`,
      connectionTimeoutMillis: 10_000,
      idle_in_transaction_session_timeout: 30_000,
      statement_timeout: 120_000,
    },
    {
      onPoolError: () => undefined,
      onConnectionError: () => undefined,
      statementNameGenerator: statementNames(),
    },
  );
  return new PrismaClient({ adapter });
}
