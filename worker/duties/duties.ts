import { forgetAlarms } from "../../operations/alarm/forget.ts";
import { warnOfAlarms } from "../../operations/alarm/warn.ts";
import { withdrawUnused } from "../../operations/identifier/withdraw-unused.ts";
import { forgetSilences } from "../../operations/incident/forget-silences.ts";
import { voidClaims } from "../../operations/lane/void-claims.ts";
import { warnOfLaneAlarms } from "../../operations/lane/warn-of-alarms.ts";
import { countHours } from "../../operations/overview/count-hours.ts";
import { forgetOldTakeovers } from "../../operations/sequencer/forget-takeovers.ts";
import { beginScheduled } from "../../operations/task/begin-scheduled.ts";
import { endHolds } from "../../operations/upkeep/end-holds.ts";
import { sealCallbacks } from "../../operations/upkeep/seal-callbacks.ts";
import { sweep } from "../../operations/upkeep/sweep.ts";
import { sweepInstances } from "../../operations/upkeep/sweep-instances.ts";
import { sweepOrphans } from "../../operations/upkeep/sweep-orphans.ts";
import { sweepSealed } from "../../operations/upkeep/sweep-sealed.ts";
import { watchSpace } from "../../operations/upkeep/watch-space.ts";
import type { wire } from "../wiring.ts";
import type { Duties } from "./run-duties.ts";

const HOLDS_MS = 1_000;
const SWEEP_MS = 5_000;
const ALARMS_MS = 5_000;
const WITHDRAW_MS = 30_000;
const SCHEDULES_MS = 1_000;
const FIGURES_MS = 60_000;
const RETENTION_MS = 3_600_000;

type Wired = Pick<Awaited<ReturnType<typeof wire>>, "ports" | "space" | "clearStaging">;

/**
 * What needs to be done once, however many workers there are. What each does for itself (its leases, its storage roots, its
 * wake-ups) is in worker/run.ts. Source: docs/reference/sequencer.md, "Duties".
 */
export function dutiesOf(
  { ports, space, clearStaging }: Wired,
  { pollMs }: { readonly pollMs: number },
): Duties {
  return {
    claims: { everyMs: pollMs, act: (ctx) => voidClaims(ctx) },
    holds: { everyMs: HOLDS_MS, act: (ctx) => endHolds(ctx) },
    sweep: { everyMs: SWEEP_MS, needsStorage: true, act: (ctx) => sweep(ctx, ports) },
    space: { everyMs: ALARMS_MS, needsStorage: true, act: async (ctx) => watchSpace(ctx, await space()) },
    alarms: { everyMs: ALARMS_MS, act: warnOfAlarms },
    "lane-alarms": { everyMs: ALARMS_MS, act: warnOfLaneAlarms },
    identifiers: { everyMs: WITHDRAW_MS, act: (ctx) => withdrawUnused(ctx, ports) },
    schedules: { everyMs: SCHEDULES_MS, act: (ctx) => beginScheduled(ctx) },
    figures: { everyMs: FIGURES_MS, act: (ctx) => countHours(ctx) },
    retention: {
      everyMs: RETENTION_MS,
      isSeldom: true,
      needsStorage: true,
      act: (ctx) =>
        allEnded([
          sweepOrphans(ctx, ports.working),
          sweepSealed(ctx),
          sealCallbacks(ctx),
          sweepInstances(ctx),
          forgetAlarms(ctx),
          forgetSilences(ctx),
          forgetOldTakeovers(ctx),
          clearStaging(),
        ]),
    },
  };
}

/** Waits until all have ended, whatever came of them, so that none runs on beside the next round. Errors: the first of theirs. */
async function allEnded(acts: readonly Promise<unknown>[]): Promise<void> {
  for (const end of await Promise.allSettled(acts)) if (end.status === "rejected") throw end.reason;
}
