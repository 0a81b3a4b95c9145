import { Prisma } from "../../generated/client.ts";

/** Nobody holds the whole intake. Read once a statement. */
export const INTAKE_OPEN = Prisma.sql`NOT EXISTS (SELECT FROM intake WHERE intake.held_at IS NOT NULL)`;
