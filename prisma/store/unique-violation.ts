import pg from "pg";
import { Prisma } from "../generated/client.ts";

const UNIQUE_VIOLATION = "23505";

/** Whether a statement failed because a row with the same unique value exists. (Prisma P2002, PostgreSQL 23505) */
export function isUniqueViolation(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return error.code === UNIQUE_VIOLATION;
  return error instanceof Prisma.PrismaClientKnownRequestError && error.code === "P2002";
}
