import type { Refusal } from "../contracts/bulk-views.ts";
import type { RefusedGroup } from "../contracts/incident-views.ts";

/** Refusals with one code together, most first, then by code; each with the first job and what was said of it. */
export function groupRefusals(refused: readonly Refusal[]): readonly RefusedGroup[] {
  const groups = new Map<string, RefusedGroup>();
  for (const { code, message, jobId } of refused) {
    const before = groups.get(code);
    groups.set(code, before ? { ...before, count: before.count + 1 } : { code, message, count: 1, jobId });
  }
  return [...groups.values()].sort(
    (one, other) => other.count - one.count || (one.code < other.code ? -1 : 1),
  );
}
