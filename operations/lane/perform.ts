import type { LaneAction } from "../../core/contracts/lane-requests.ts";
import type { LaneView } from "../../core/contracts/lane-views.ts";
import type { Context } from "../context.ts";
import { placeHold } from "../hold/place.ts";
import { releaseHold } from "../hold/release.ts";
import { askLedgerNow } from "./ask-now.ts";
import { haltLane } from "./halt.ts";
import { resendBatch } from "./resend.ts";
import { resolveBatch } from "./resolve.ts";
import { resumeLane } from "./resume.ts";
import { skipBatch } from "./skip.ts";

/** Performs a requested action on a lane; the errors are those of the verb. */
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
    case "hold":
      return placeHold(ctx, { on: "lane", id: serviceId, reason: ask.reason });
    case "release":
      return releaseHold(ctx, { on: "lane", id: serviceId, reason: ask.reason });
    case "halt":
      return haltLane(ctx, { serviceId, ...ask });
    case "resume":
      return resumeLane(ctx, { serviceId, ...ask });
  }
}
