import { createLedgers } from "../../adapters/ledger/ledgers.ts";
import { Env } from "../../lib/env.ts";
import { createLog } from "../../lib/log.ts";
import { workBatch } from "../../operations/batch/work.ts";
import { workCheck } from "../../operations/check/work.ts";
import { workJob } from "../../operations/job/work.ts";
import { workLane } from "../../operations/turn/work.ts";
import { wire } from "../../worker/wiring.ts";

/** What is worked here; mails stay in the outbox. */
type Kind = "lane" | "batch" | "job" | "check";
const KINDS: readonly Kind[] = ["lane", "batch", "job", "check"];
const MOST_STEPS = 1_000;

/** A worker inside the test: the real verbs with the real ports, one row at a time and only when the test says so. */
export type DueWork = {
  /** Works the row of this kind that is due next; answers its id, or undefined when none is due. */
  one(kind: Kind): Promise<string | undefined>;
  /** Works whatever is due until nothing is. Rows that wait for a later time are left. */
  all(): Promise<void>;
  close(): Promise<void>;
};

/** `env`: as for a worker process. */
export async function openDueWork(env: Readonly<Record<string, string>>): Promise<DueWork> {
  const { ctx, ports, checkPorts, lanePorts, table, close } = await wire(
    Env.parse(env),
    createLog("silent", "test"),
    createLedgers(),
  );
  const { signal } = new AbortController();
  const one = async (kind: Kind) => {
    const lease = await table.takeNext(kind);
    if (!lease) return undefined;
    const { id, ...held } = lease;
    if (kind === "lane") await workLane(ctx, lanePorts, { laneId: id, fence: held.fence, signal });
    if (kind === "batch") await workBatch(ctx, ports, { batchId: id, ...held, signal });
    if (kind === "job") await workJob(ctx, ports, { jobId: id, ...held, signal });
    if (kind === "check") await workCheck(ctx, checkPorts, { runId: id, ...held, signal });
    return id;
  };
  const all = async () => {
    for (let steps = 0; steps < MOST_STEPS; steps += 1) {
      const done = [];
      for (const kind of KINDS) done.push(await one(kind));
      if (done.every((id) => id === undefined)) return;
    }
    throw new Error(`There is still work after ${MOST_STEPS} rounds.`);
  };
  return { one, all, close };
}
