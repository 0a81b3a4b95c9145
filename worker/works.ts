import { type BatchPorts, workBatch } from "../operations/batch/work.ts";
import type { CheckPorts } from "../operations/check/look.ts";
import { workCheck } from "../operations/check/work.ts";
import type { Context } from "../operations/context.ts";
import { workJob } from "../operations/job/work.ts";
import { type CallbackPorts, deliverCallback } from "../operations/outbox/deliver-callback.ts";
import { deliverMail, type MailPorts } from "../operations/outbox/deliver-mail.ts";
import type { StagePorts } from "../operations/ports.ts";
import type { LanePorts } from "../operations/turn/ports.ts";
import { workLane } from "../operations/turn/work.ts";
import type { Kind } from "./engine/lease-table.ts";
import type { Work } from "./engine/runner.ts";

type Wired = {
  readonly ctx: Context;
  readonly ports: StagePorts & BatchPorts & MailPorts & CallbackPorts;
  readonly checkPorts: CheckPorts;
  readonly lanePorts: LanePorts;
};

/**
 * The verb that works a row of each kind. `wakeIn`: called when a lane wants to be looked at again after so many ms.
 */
export function makeWorks(
  { ctx, ports, checkPorts, lanePorts }: Wired,
  wakeIn: (ms: number) => void,
): Readonly<Record<Kind, Work>> {
  return {
    job: ({ id, ...lease }) => workJob(ctx, ports, { jobId: id, ...lease }),
    batch: ({ id, ...lease }) => workBatch(ctx, ports, { batchId: id, ...lease }),
    lane: async ({ id, fence, signal }) => {
      const ms = await workLane(ctx, lanePorts, { laneId: id, fence, signal });
      if (ms !== undefined) wakeIn(ms);
    },
    mail: async ({ id, fence, signal }) => {
      await deliverMail(ctx, ports, { outboxId: id, fence, signal });
    },
    check: ({ id, ...lease }) => workCheck(ctx, checkPorts, { runId: id, ...lease }),
    callback: ({ id, fence, signal }) => deliverCallback(ctx, ports, { outboxId: id, fence, signal }),
  };
}
