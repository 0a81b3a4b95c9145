import { randomUUID } from "node:crypto";
import type { Actor, Role } from "../../core/access/roles.ts";
import type { Db } from "../../prisma/client.ts";
import type { MadeCollection } from "./make-collection.ts";

/** A person without a password, as the actor they would be when signed in. */
export async function makePerson(
  db: Db,
  role: Role,
  collections: readonly MadeCollection[] = [],
): Promise<Actor> {
  const id = randomUUID();
  const name = `${role} ${id.slice(0, 4)}`;
  const email = `${id}@example.org`;
  const grants = collections.map((collection) => collection.id);
  await db.user.create({
    data: {
      id,
      name,
      email,
      role,
      grants: { create: grants.map((collectionId) => ({ collectionId, grantedBy: "test" })) },
    },
  });
  return { id, name, email, role, via: "session", grants };
}
