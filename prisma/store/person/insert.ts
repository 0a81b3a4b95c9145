import type { Role } from "../../../core/access/roles.ts";
import type { Tx } from "../../client.ts";
import { isUniqueViolation } from "../unique-violation.ts";

/** A person who signs in by e-mail and password. `email` in lower case; `passwordHash` as lib/password.ts makes it. */
export type NewPerson = {
  readonly id: string;
  readonly accountId: string;
  readonly name: string;
  readonly email: string;
  readonly passwordHash: string;
  readonly role: Role;
};

/**
 * Writes the person and the password's account in better-auth's shape. False: somebody has this e-mail already; the
 * transaction cannot go on then.
 */
export async function insertPerson(tx: Tx, person: NewPerson): Promise<boolean> {
  const { id, accountId, name, email, passwordHash, role } = person;
  try {
    await tx.user.create({
      data: {
        id,
        name,
        email,
        emailVerified: true,
        role,
        accounts: {
          create: { id: accountId, accountId: id, providerId: "credential", password: passwordHash },
        },
      },
      select: { id: true },
    });
    return true;
  } catch (error) {
    if (isUniqueViolation(error)) return false;
    throw error;
  }
}
