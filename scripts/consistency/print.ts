import { BY_HAND } from "../../core/check/kinds.ts";
import { lookedAtName } from "../../core/check/looked-at.ts";
import type { CheckView, FindingView, KindView } from "../../core/contracts/check-views.ts";

/** Findings of a kind shown one by one. */
export const MOST_SHOWN = 20;

/** The lines a person reads. `findings`: the first ones of a kind. */
export function checkLines(
  check: CheckView,
  findings: ReadonlyMap<string, readonly FindingView[]>,
): readonly string[] {
  const looked = Object.entries(check.looked).map(
    ([what, number]) => `${number} ${lookedAtName(what, number)}`,
  );
  return [
    `Looked at: ${looked.join(", ") || "nothing"}.`,
    ...check.kinds.flatMap((kind) => kindLines(kind, findings.get(kind.kind) ?? [])),
    "",
    ...(check.error === null ? [] : [`The check could not be finished: ${check.error}`]),
    check.found === 0 && check.error === null
      ? "All is well."
      : `${check.found} found, ${check.found - check.left} repaired, ${check.left} left.`,
  ];
}

function kindLines(kind: KindView, findings: readonly FindingView[]): readonly string[] {
  const more = kind.found - findings.length;
  return [
    "",
    `${kind.name} (${kind.kind}): ${kind.found}`,
    `  ${kind.what}`,
    `  ${kind.repair === null ? BY_HAND : `Repair: ${kind.repair}`}`,
    ...findings.map(({ subject, facts, repair }) => `  - ${subject} ${repair ?? JSON.stringify(facts)}`),
    ...(more > 0 ? [`  ... and ${more} more`] : []),
  ];
}
