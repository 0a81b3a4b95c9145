import type { LaneAction } from "../../core/contracts/lane-requests.ts";
import type { LaneView } from "../../core/contracts/lane-views.ts";
import type { Context } from "../context.ts";
import { askLedgerNow } from "./ask-now.ts";
import { haltLane } from "./halt.ts";
import { holdLane } from "./hold.ts";
import { releaseLane } from "./release.ts";
import { resendBatch } from "./resend.ts";
import { resolveBatch } from "./resolve.ts";
import { resumeLane } from "./resume.ts";
import { skipBatch } from "./skip.ts";

const OF_LANE = { hold: holdLane, release: releaseLane, halt: haltLane, resume: resumeLane } as const;

/** Does what a request asks of a lane; the errors are those of the verb. */
export async function performOnLane(ctx: Context, serviceId: string, ask: LaneAction): Promise<LaneView> {
  switch (ask.action) {
    case "ask":
      return askLedgerNow(ctx, { serviceId, ...ask });
    case "resolve":
      return resolveBatch(ctx, { serviceId, ...ask });
    case "resend":
      return resendBatch(ctx, { serviceId, ...ask });
    case "skip":
      return skipBatch(ctx, { serviceId, ...ask });
    default:
      return OF_LANE[ask.action](ctx, { serviceId, ...ask });
  }
}
