import type { FindingQuery } from "../../core/contracts/check-requests.ts";
import type { CheckView } from "../../core/contracts/check-views.ts";
import { WaybillError } from "../../core/errors.ts";
import { countFindings, findRun, listFindings } from "../../prisma/store/check/findings.ts";
import { pageOf } from "../../prisma/store/page.ts";
import { allow } from "../allow.ts";
import type { Context } from "../context.ts";
import { checkRow, findingView, kindViews } from "./view.ts";

/**
 * One check with a page of its findings, by kind and subject.
 * @throws WaybillError `not_allowed`, `not_found`
 */
export async function getCheck(ctx: Context, id: string, query: FindingQuery): Promise<CheckView> {
  allow(ctx.actor, "run-check");
  const run = await findRun(ctx.db, id);
  if (!run) throw new WaybillError("not_found", "There is no such check.");
  const { kind, cursor, limit } = query;
  const [counts, rows] = await Promise.all([
    countFindings(ctx.db, id),
    listFindings(ctx.db, { runId: id, kind, after: cursor, limit }),
  ]);
  return {
    ...checkRow(run),
    // read in the same moment as the kinds, so that the page knows when it can stop polling
    found: counts.reduce((sum, { found }) => sum + found, 0),
    left: counts.reduce((sum, { left }) => sum + left, 0),
    kinds: kindViews(counts),
    findings: pageOf(rows, limit, (finding) => finding.id, findingView),
  };
}
