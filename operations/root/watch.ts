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

/** A worker says that it is there every 5 s. */
const FRESH_MS = 15_000;

export type RootWatch = {
  /** Looks at all roots; call it every second or so. */
  look(): Promise<void>;
  /** This worker lacks a storage and another has all of them: what needs one is left to the other. */
  readonly standsDown: boolean;
  /** The worker ends, and with it what it says of its roots. */
  close(): Promise<void>;
};

/** A worker's eye on its storage roots: raises an alarm for each that is away, with the worker's name, and ends it. */
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
      // an S3 that does not answer says nothing of whose it is; its own calls tell
      ctx.log.debug({ root: root.name, err: error }, "a storage root could not be looked at");
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
        // what waited for it is looked at within its wait; what is due, at once
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
