import { AsyncLocalStorage } from "node:async_hooks";

type Inside = { readonly pool: object; isOpen: boolean };

const inside = new AsyncLocalStorage<Inside>();

/**
 * Runs the body of a transaction on a connection of `pool`; until it ends, `refuseInside` refuses its requests to that
 * pool.
 */
export async function asTransaction<Result>(pool: object, body: () => Promise<Result>): Promise<Result> {
  const here = { pool, isOpen: true };
  try {
    return await inside.run(here, body);
  } finally {
    // work it started and left running, such as a timer, may use the pool later
    here.isOpen = false;
  }
}

/**
 * Refuses to use the pool inside a transaction, which would hold one connection while waiting for another; enough of
 * these would wait for each other forever (docs/architecture.md, "Connections").
 * @throws Error naming the call
 */
export function refuseInside(pool: object, what: string): void {
  const here = inside.getStore();
  if (here?.isOpen && here.pool === pool)
    throw new Error(`The pool was asked (${what}) inside a transaction. Use the transaction's own client.`);
}
