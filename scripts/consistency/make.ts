import { setTimeout as sleep } from "node:timers/promises";
import { FindingQuery } from "../../core/contracts/check-requests.ts";
import type { CheckView } from "../../core/contracts/check-views.ts";
import { getCheck } from "../../operations/check/get.ts";
import { repairFindings } from "../../operations/check/repair.ts";
import { workCheck } from "../../operations/check/work.ts";
import { writeAudit } from "../../prisma/store/audit.ts";
import { holdRun, insertRun } from "../../prisma/store/check/run.ts";
import { takeLease } from "../../prisma/store/lease.ts";
import type { CheckTools } from "./open.ts";

const HOLD_MS = 60_000;
const RENEW_MS = 15_000;
const WAIT_MS = 500;

export type CheckOptions = { readonly isDeep: boolean; readonly repairs: boolean };

/** Makes a check in this process, and repairs what it found when asked to. A worker may take repairs over; they are waited for. */
export async function makeCheck(tools: CheckTools, { isDeep, repairs }: CheckOptions): Promise<CheckView> {
  const { ctx, owner } = tools;
  const runId = ctx.uuid();
  await ctx.db.$transaction(async (tx) => {
    await insertRun(tx, { id: runId, requestedBy: owner, isDeep, holderMs: HOLD_MS });
    await writeAudit(tx, ctx.actor, { action: "check.run", target: runId, after: { deep: isDeep } });
  });
  await work(tools, runId, { fence: 0n, kills: 0 });
  const made = await viewOf(tools, runId);
  if (!repairs || made.left === 0) return made;
  for (const { kind } of made.kinds)
    await repairFindings(ctx, { id: runId, kind, reason: "npm run check -- --repair" });
  for (;;) {
    const { kinds } = await viewOf(tools, runId);
    if (kinds.every(({ asked }) => asked === 0)) break;
    const lease = await takeLease(ctx.db, "check", { id: runId, owner, leaseMs: HOLD_MS });
    if (lease) await work(tools, runId, lease);
    else await sleep(WAIT_MS);
  }
  return viewOf(tools, runId);
}

type Lease = { readonly fence: bigint; readonly kills: number };

async function work({ ctx, ports }: CheckTools, runId: string, lease: Lease): Promise<void> {
  const held = setInterval(() => {
    holdRun(ctx.db, runId, HOLD_MS).catch((error: unknown) => ctx.log.warn({ err: error }, "lease"));
  }, RENEW_MS);
  try {
    await workCheck(ctx, ports, { runId, ...lease, signal: new AbortController().signal });
  } finally {
    clearInterval(held);
  }
}

function viewOf({ ctx }: CheckTools, runId: string): Promise<CheckView> {
  return getCheck(ctx, runId, FindingQuery.parse({ limit: 1 }));
}
