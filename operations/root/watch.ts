import type { InstallationAlarm } from "../../core/alarm/kinds.ts";
import type { RootFault, StorageRoot } from "../../core/ports.ts";
import { awayWords, type CopyRoot, isCopyRoot, type RootName } from "../../core/storage/root.ts";
import { hasWholeInstance, setLacks } from "../../prisma/store/instance.ts";
import { clearAlarm } from "../alarm/clear.ts";
import { raiseAlarm } from "../alarm/raise.ts";
import type { Context } from "../context.ts";

const ALARMS = {
  working: "working_storage_away",
  objects: "object_storage_away",
  s3: "object_storage_away",
} as const satisfies Record<Exclude<RootName, CopyRoot>, InstallationAlarm>;

function alarmOf(root: RootName): InstallationAlarm {
  return isCopyRoot(root) ? "copy_storage_away" : ALARMS[root];
}

/** Workers report themselves every 5 s. */
const FRESH_MS = 15_000;

/** A folder whose check takes longer counts as away: one on a server that is gone may never answer. */
const PATIENCE_MS = 15_000;
const MOMENT_MS = 100;

type Watched = {
  readonly roots: readonly StorageRoot[];
  readonly instance: string;
  /** Tests have less. */
  readonly patienceMs?: number;
};

export type RootWatch = {
  /** Checks all roots, and waits no longer than 15 s for them; call it about once a second. */
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
  { roots, instance, patienceMs = PATIENCE_MS }: Watched,
): RootWatch {
  const raised = new Set<RootName>();
  let lacks: string | null = null;
  let standsDown = false;
  const subjectOf = (root: RootName) => `${root} storage of worker ${instance}`;
  const clear = async (root: RootName) => {
    await clearAlarm(ctx, { kind: alarmOf(root), subject: subjectOf(root) });
    raised.delete(root);
  };
  const checks = new Map<StorageRoot, Check>();
  const begin = (root: StorageRoot): Check => {
    const answer = root
      .findFault()
      .catch((error: unknown) => {
        // an S3 that does not answer does not show that it is the wrong one; its own calls report the fault
        ctx.log.debug({ root: root.name, err: error }, "a storage root could not be checked");
        return undefined;
      })
      .finally(() => checks.delete(root));
    const check = { answer, untilMs: performance.now() + patienceMs };
    checks.set(root, check);
    return check;
  };
  const lookAt = async (root: StorageRoot): Promise<string | undefined> => {
    // one that hangs keeps a thread: no second one is begun
    const { answer, untilMs } = checks.get(root) ?? begin(root);
    const fault = await inTime(answer, untilMs - performance.now(), silentFault(root.name));
    if (fault) {
      const message = `Worker ${instance}: ${fault.alarm}`;
      raised.add(root.name);
      await raiseAlarm(ctx, { kind: alarmOf(root.name), subject: subjectOf(root.name), message });
    } else if (raised.has(root.name)) await clear(root.name);
    // only copies wait for a further storage: the worker does everything else
    return isCopyRoot(root.name) ? undefined : fault?.message;
  };
  return {
    look: async () => {
      const found = await Promise.all(roots.map(lookAt));
      const faults = found.filter((fault) => fault !== undefined);
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

type Check = { readonly answer: Promise<RootFault | undefined>; readonly untilMs: number };

/** What a root has that does not answer; an S3, whose own calls end and report it, has nothing. */
function silentFault(root: RootName): RootFault | undefined {
  if (root === "s3") return undefined;
  const message = awayWords(root, "gone");
  return { kind: "gone", message, alarm: `${message} A check of it has had no answer for 15 seconds.` };
}

/** The answer, or `late` if it takes longer than `ms`. */
function inTime<Answer>(answer: Promise<Answer>, ms: number, late: Answer): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const end = () => {
      // a process that was stopped meanwhile reads the answer it has only after its timers
      timer = setTimeout(() => resolve(late), MOMENT_MS);
    };
    let timer = setTimeout(end, Math.max(0, ms));
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
