import type { OrderFinding } from "./check-order.ts";
import type { LogEntry } from "./log.ts";

/** `resends`: arrivals of a batch that had arrived before. `afterCommit`: those after the ledger had committed it, and had not said since that it does not know it. */
export type Resends = { readonly resends: number; readonly afterCommit: readonly OrderFinding[] };

/** Counts in a fake ledger's log what was sent more than once. */
export function countResends(log: readonly LogEntry[]): Resends {
  const arrived = new Set<string>();
  const committed = new Set<string>();
  const afterCommit: OrderFinding[] = [];
  let resends = 0;
  for (const { service, event, id, status, n } of log) {
    const key = `${service} ${id}`;
    if (event === "final" && status === "Committed") committed.add(key);
    // it denies what it has done: who believes it and sends again is not to blame
    if (event === "forgotten" || (event === "asked" && status === "Unknown")) committed.delete(key);
    if (event !== "arrived") continue;
    if (arrived.has(key)) resends += 1;
    if (committed.has(key)) afterCommit.push({ service, id, n });
    arrived.add(key);
  }
  return { resends, afterCommit };
}
