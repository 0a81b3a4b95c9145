import { AUDIT_ACTIONS, AUDIT_KINDS, actionsOf } from "../../core/audit/actions.ts";
import { fillBlock } from "./generated.ts";

/** docs/reference/audit.md with its table of acts made anew from core/audit/actions.ts. */
export function fillAuditPage(page: string): string {
  const kinds = Object.keys(AUDIT_KINDS) as (keyof typeof AUDIT_KINDS)[];
  const rows = kinds.flatMap((kind) =>
    actionsOf(kind).map((action) => {
      const { words, target } = AUDIT_ACTIONS[action];
      return `| \`${kind}\` | \`${action}\` | ${words} | ${target} |`;
    }),
  );
  return fillBlock(
    page,
    "acts",
    ["| kind | action | what was done | about |\n|---|---|---|---|", ...rows].join("\n"),
  );
}
