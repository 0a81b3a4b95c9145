import { randomUUID } from "node:crypto";
import type { Role } from "../../../core/access/roles.ts";
import type { Tx } from "../../client.ts";
import { isUniqueViolation } from "../unique-violation.ts";

/** A person who has an account. `email` in lower case. Without a password they choose one by an invitation. */
export type NewPerson = {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  /** As lib/password.ts makes it. */
  readonly passwordHash?: string;
};

/**
 * Writes the person and the password's account in better-auth's shape. False: somebody has this e-mail already; the
 * transaction cannot go on then.
 */
export async function insertPerson(tx: Tx, person: NewPerson): Promise<boolean> {
  const { id, name, email, passwordHash: password, role } = person;
  const accounts = password && {
    create: { id: randomUUID(), accountId: id, providerId: "credential", password },
  };
  try {
    await tx.user.create({
      data: { id, name, email, emailVerified: true, role, ...(accounts && { accounts }) },
      select: { id: true },
    });
    return true;
  } catch (error) {
    if (isUniqueViolation(error)) return false;
    throw error;
  }
}
