import { Prisma } from "../generated/client.ts";

/** Did a statement fail because a row with the same unique value exists? (Prisma P2002) */
export function isUniqueViolation(error: unknown): boolean {
  return error instanceof Prisma.PrismaClientKnownRequestError && error.code === "P2002";
}
