import { randomUUID } from "node:crypto";
import { CheckQuery, CheckRequest, FindingQuery } from "../../core/contracts/check-requests.ts";
import { getCheck } from "../../operations/check/get.ts";
import { listChecks } from "../../operations/check/list.ts";
import { repairFindings } from "../../operations/check/repair.ts";
import { requestCheck } from "../../operations/check/request.ts";
import type { Context } from "../../operations/context.ts";
import { operators, type RouteRow } from "./route-row.ts";

async function endedRun({ db }: Context): Promise<string> {
  const id = randomUUID();
  await db.checkRun.create({ data: { id, requestedBy: "Olga", startedAt: new Date(), endedAt: new Date() } });
  return id;
}

/** The routes of consistency checks. */
export const CHECK_ROWS: readonly RouteRow[] = [
  {
    route: "GET api/v1/checks",
    expect: operators,
    call: (ctx) => listChecks(ctx, CheckQuery.parse({})),
  },
  {
    route: "POST api/v1/checks",
    expect: operators,
    call: (ctx) => requestCheck(ctx, CheckRequest.parse({})),
    changes: "fresh",
  },
  {
    route: "GET api/v1/checks/[id]",
    expect: operators,
    call: async (ctx) => getCheck(ctx, await endedRun(ctx), FindingQuery.parse({})),
  },
  {
    route: "POST api/v1/checks/[id]/repair",
    expect: operators,
    call: async (ctx) =>
      repairFindings(ctx, { id: await endedRun(ctx), kind: "kept_space", reason: "after a crash" }),
    changes: "fresh",
  },
];
