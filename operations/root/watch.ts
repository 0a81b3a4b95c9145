import type { InstallationAlarm } from "../../core/alarm/kinds.ts";
import type { StorageRoot } from "../../core/ports.ts";
import type { RootName } from "../../core/storage/root.ts";
import { hasWholeInstance, setLacks } from "../../prisma/store/instance.ts";
import { clearAlarm } from "../alarm/clear.ts";
import { raiseAlarm } from "../alarm/raise.ts";
import type { Context } from "../context.ts";

const ALARMS = {
  working: "working_storage_away",
  objects: "object_storage_away",
  s3: "object_storage_away",
} as const satisfies Record<RootName, InstallationAlarm>;

/** Workers report themselves every 5 s. */
const FRESH_MS = 15_000;

export type RootWatch = {
  /** Checks all roots; call it about once a second. */
  look(): Promise<void>;
  /** This worker lacks a storage that another worker has: work that needs one is left to the other. */
  readonly standsDown: boolean;
  /** The worker ends: withdraws what it reported about its roots. */
  close(): Promise<void>;
};

/**
 * Watches a worker's storage roots: raises an alarm, with the worker's name, for each that is away, and clears it
 * afterwards.
 */
export function makeRootWatch(
  ctx: Pick<Context, "db" | "log" | "changes">,
  { roots, instance }: { readonly roots: readonly StorageRoot[]; readonly instance: string },
): RootWatch {
  const raised = new Set<RootName>();
  let lacks: string | null = null;
  let standsDown = false;
  const subjectOf = (root: RootName) => `${root} storage of worker ${instance}`;
  const clear = async (root: RootName) => {
    await clearAlarm(ctx, { kind: ALARMS[root], subject: subjectOf(root) });
    raised.delete(root);
  };
  const lookAt = async (root: StorageRoot): Promise<string | undefined> => {
    const fault = await root.findFault().catch((error: unknown) => {
      // an S3 that does not answer does not show that it is the wrong one; its own calls report the fault
      ctx.log.debug({ root: root.name, err: error }, "a storage root could not be checked");
      return undefined;
    });
    if (fault) {
      const message = `Worker ${instance}: ${fault.alarm}`;
      raised.add(root.name);
      await raiseAlarm(ctx, { kind: ALARMS[root.name], subject: subjectOf(root.name), message });
    } else if (raised.has(root.name)) await clear(root.name);
    return fault?.message;
  };
  return {
    look: async () => {
      const faults: string[] = [];
      for (const root of roots) {
        const fault = await lookAt(root);
        if (fault !== undefined) faults.push(fault);
      }
      const now = faults.length > 0 ? faults.join(" ") : null;
      if (now !== lacks) {
        await setLacks(ctx.db, instance, now);
        // waiting work is tried again within its wait, due work at once
        ctx.changes.note({ due: true });
      }
      lacks = now;
      standsDown = now !== null && (await hasWholeInstance(ctx.db, instance, FRESH_MS));
    },
    get standsDown() {
      return standsDown;
    },
    close: async () => {
      for (const root of [...raised]) await clear(root);
    },
  };
}
