import type { PersonView } from "../../core/contracts/views.ts";
import type { findPersonRow } from "../../prisma/store/person/list.ts";

/** A person as admins see them; `collections` by slug, in alphabetical order. */
export function personView(row: NonNullable<Awaited<ReturnType<typeof findPersonRow>>>): PersonView {
  const { id, name, email, role, createdAt, grants } = row;
  return {
    id,
    name,
    email,
    role,
    collections: grants.map(({ collection }) => collection.slug),
    createdAt: createdAt.toISOString(),
  };
}
