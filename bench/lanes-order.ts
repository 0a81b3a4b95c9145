import { checkOrder, type Expected } from "../tests/servers/fake-ledger/check-order.ts";
import type { LogEntry } from "../tests/servers/fake-ledger/log.ts";
import { print } from "./figure.ts";
import type { Load } from "./lanes-load.ts";

/** `name`: the first part of the names of its lanes. */
export type Size = { readonly name: string; readonly lanes: number; readonly batches: number };

/** What may not happen in a lane, and how often it did. */
export type Found = {
  readonly overlaps: number;
  readonly inversions: number;
  readonly duplicates: number;
  readonly lost: number;
};

/** Compares what a ledger saw with what was handed in. */
export function foundIn(loads: readonly Load[], log: readonly LogEntry[]): Found {
  const order: Record<string, readonly Expected[]> = Object.fromEntries(
    loads.flatMap((load) => [...load.lanes]),
  );
  const seen = checkOrder(
    log.filter(({ service }) => Object.hasOwn(order, service)),
    order,
  );
  return {
    overlaps: seen.overlap.length,
    inversions: seen.outOfOrder.length,
    duplicates: seen.duplicated.length,
    lost: seen.lost.length,
  };
}

/** Prints each of them. `who`: with the size. */
export function printFound(
  who: string,
  { overlaps, inversions, duplicates, lost }: Found,
  aim?: string,
): void {
  for (const [name, value] of Object.entries({ overlaps, inversions, duplicates, lost }))
    print({ name: `${who}: ${name}`, value, unit: "batches", ...(aim && { aim }) });
}

export function lanesOf(count: number): string {
  return count === 1 ? "1 lane" : `${count.toLocaleString("en-US")} lanes`;
}
