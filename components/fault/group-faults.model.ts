import type { FaultView } from "../../core/contracts/views.ts";

type Faulty = { readonly fault: FaultView | null };

/** Things that failed for the very same reason, together; in the order given. Those without a fault are left out. */
export function groupFaults<Thing extends Faulty>(
  things: readonly Thing[],
): readonly { readonly fault: FaultView; readonly things: readonly Thing[] }[] {
  const groups = new Map<string, { fault: FaultView; things: Thing[] }>();
  for (const thing of things) {
    if (!thing.fault) continue;
    const key = JSON.stringify([thing.fault.code, thing.fault.message]);
    const group = groups.get(key);
    if (group) group.things.push(thing);
    else groups.set(key, { fault: thing.fault, things: [thing] });
  }
  return [...groups.values()];
}
