import { CHECK_KIND_NAMES, CHECK_KINDS } from "../../core/check/kinds.ts";
import type { CheckRow, FindingView, KindView } from "../../core/contracts/check-views.ts";
import type { FindingRow, KindCount, RunRow } from "../../prisma/store/check/findings.ts";

/** A run as lists show it. */
export function checkRow({ createdAt, startedAt, endedAt, looked, ...run }: RunRow): CheckRow {
  const told = Object.entries(factsOf(looked));
  return {
    ...run,
    createdAt: createdAt.toISOString(),
    startedAt: startedAt?.toISOString() ?? null,
    endedAt: endedAt?.toISOString() ?? null,
    deep: told.some(([name, value]) => name === "deep" && value === true),
    looked: Object.fromEntries(
      told.flatMap(([name, value]): [string, number][] => (typeof value === "number" ? [[name, value]] : [])),
    ),
  };
}

/** Findings by kind, in the order kinds are looked for. */
export function kindViews(counts: readonly KindCount[]): KindView[] {
  return CHECK_KIND_NAMES.flatMap((kind) => {
    const count = counts.find((each) => each.kind === kind);
    return count ? [{ ...count, ...CHECK_KINDS[kind] }] : [];
  });
}

export function findingView({ facts, repairedAt, repairedBy, ...finding }: FindingRow): FindingView {
  return {
    ...finding,
    facts: factsOf(facts),
    isAsked: repairedBy !== null && repairedAt === null,
    repairedAt: repairedAt?.toISOString() ?? null,
    repairedBy,
  };
}

function factsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}
