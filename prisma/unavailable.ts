import { Prisma } from "./generated/client.ts";

/** Prisma's codes for a server that cannot be reached, a closed connection, an exhausted pool or a lost transaction. */
const PRISMA_CODES = ["P1001", "P1002", "P1008", "P1017", "P2024", "P2028", "P2034"];
/** PostgreSQL's: shutting down, starting up, crashed, too many connections, serialisation failure, deadlock. */
const SERVER_CODES = ["57P01", "57P02", "57P03", "53300", "08000", "08003", "08006", "40001", "40P01"];
const SOCKET = /ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|Connection terminated|connection timeout|Server has closed/i;

/** Is this error the database being away or busy, so that the same work will succeed later unchanged? */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof Prisma.PrismaClientInitializationError) return true;
  if (error instanceof Prisma.PrismaClientKnownRequestError && PRISMA_CODES.includes(error.code)) return true;
  for (let cause: unknown = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth += 1) {
    if (SOCKET.test(cause.message) || SERVER_CODES.some((code) => codesOf(cause).includes(code))) return true;
  }
  return false;
}

function codesOf(error: unknown): string[] {
  if (typeof error !== "object" || error === null) return [];
  const codes: string[] = [];
  for (const key of ["code", "originalCode"]) {
    const value = key in error ? (error as Record<string, unknown>)[key] : undefined;
    if (typeof value === "string") codes.push(value);
  }
  if ("meta" in error) codes.push(...codesOf(error.meta));
  if ("driverAdapterError" in error) codes.push(...codesOf(error.driverAdapterError));
  if ("cause" in error && !(error.cause instanceof Error)) codes.push(...codesOf(error.cause));
  return codes;
}
