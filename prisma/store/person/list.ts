import type { Tx } from "../../client.ts";

const SELECT = {
  id: true,
  name: true,
  email: true,
  role: true,
  createdAt: true,
  grants: { select: { collection: { select: { slug: true } } }, orderBy: { collection: { slug: "asc" } } },
} as const;

/** Everybody who can sign in, by name, with the slugs of the collections granted. */
export async function listPersonRows(tx: Tx) {
  return tx.user.findMany({ orderBy: [{ name: "asc" }, { id: "asc" }], select: SELECT });
}

/** One of them; null when there is none. */
export async function findPersonRow(tx: Tx, id: string) {
  return tx.user.findUnique({ where: { id }, select: SELECT });
}
