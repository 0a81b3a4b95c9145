import { type BatchPorts, workBatch } from "../operations/batch/work.ts";
import type { CheckPorts } from "../operations/check/look.ts";
import { workCheck } from "../operations/check/work.ts";
import type { Context } from "../operations/context.ts";
import { workJob } from "../operations/job/work.ts";
import { type CallbackPorts, deliverCallback } from "../operations/outbox/deliver-callback.ts";
import { deliverMail, type MailPorts } from "../operations/outbox/deliver-mail.ts";
import type { StagePorts } from "../operations/ports.ts";
import { type TaskPorts, workTask } from "../operations/task/work.ts";
import type { LanePorts } from "../operations/turn/ports.ts";
import { workLane } from "../operations/turn/work.ts";
import type { Kind } from "./engine/lease-table.ts";
import type { Work } from "./engine/runner.ts";

type Wired = {
  readonly ctx: Context;
  readonly ports: StagePorts & BatchPorts & MailPorts & CallbackPorts;
  readonly checkPorts: CheckPorts;
  readonly lanePorts: LanePorts;
  readonly taskPorts: TaskPorts;
};

/** What is due later than this is found by looking anyway; a timer for each of thousands would be for nothing. */
const SOON_MS = 60_000;

/**
 * The verb that works a row of each kind. `wakeIn`: called when a lane or a task wants to be looked at again after so many ms.
 */
export function makeWorks(
  { ctx, ports, checkPorts, lanePorts, taskPorts }: Wired,
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
    task: async ({ id, ...lease }) => {
      const ms = await workTask(ctx, taskPorts, { taskId: id, ...lease });
      if (ms !== undefined && ms < SOON_MS) wakeIn(ms);
    },
    callback: ({ id, fence, signal }) => deliverCallback(ctx, ports, { outboxId: id, fence, signal }),
  };
}
