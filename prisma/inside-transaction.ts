import { AsyncLocalStorage } from "node:async_hooks";

type Inside = { readonly pool: object; isOpen: boolean };

const inside = new AsyncLocalStorage<Inside>();

/** Runs the body of a transaction on a connection of `pool`; until it ends `refuseInside` refuses what it asks of that pool. */
export async function asTransaction<Result>(pool: object, body: () => Promise<Result>): Promise<Result> {
  const here = { pool, isOpen: true };
  try {
    return await inside.run(here, body);
  } finally {
    // what it began and left to itself, such as a timer, may ask later
    here.isOpen = false;
  }
}

/**
 * Refuses to ask the pool inside a transaction: it would hold one connection while it waits for another, and as many of
 * them as the pool has connections would wait for each other (docs/architecture.md, "Connections").
 * @throws Error that names what was asked
 */
export function refuseInside(pool: object, what: string): void {
  const here = inside.getStore();
  if (here?.isOpen && here.pool === pool)
    throw new Error(`The pool was asked (${what}) inside a transaction. Use the transaction's own client.`);
}
