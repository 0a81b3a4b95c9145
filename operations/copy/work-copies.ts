import type { Context } from "../context.ts";
import type { CopyPorts } from "./ports.ts";
import { workNextCopy } from "./work-next.ts";

/** Copies made or mended at the same time: most of the time of one goes to waiting for disks and servers. */
const AT_ONCE = 4;

/** `mostMs`: how long to go on; what is under way then is ended. */
export type CopyShift = { readonly signal: AbortSignal; readonly mostMs: number };

/** What a shift came to: how many copies were tried, and whether nothing was due any more. */
export type CopyShiftEnd = { readonly tried: number; readonly isIdle: boolean };

/**
 * Makes and mends what is due, several copies at a time, until nothing is due or the time is up. Once a storage
 * has not answered for one copy, no other for it is tried: each would only count a try.
 */
export async function workCopies(
  ctx: Context,
  ports: CopyPorts,
  { signal, mostMs }: CopyShift,
): Promise<CopyShiftEnd> {
  const began = performance.now();
  const away = new Set<string>();
  let tried = 0;
  const work = async (): Promise<boolean> => {
    while (performance.now() - began < mostMs) {
      signal.throwIfAborted();
      if (!(await workNextCopy(ctx, ports, signal, away))) return true;
      tried += 1;
    }
    return false;
  };
  const ends = await Promise.allSettled(Array.from({ length: AT_ONCE }, work));
  for (const end of ends) if (end.status === "rejected") throw end.reason;
  return { tried, isIdle: ends.every((end) => end.status === "fulfilled" && end.value) };
}
