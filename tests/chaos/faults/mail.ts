import { setTimeout as sleep } from "node:timers/promises";
import type { World } from "../world.ts";
import { type Fault, must } from "./fault.ts";

/** More mails than all workers together would have hands for, if batches and mails shared them. */
const MAILS = 14;
/**
 * However busy the machine is and whatever fails beside it, one batch ends within this. Below the minute after which a mail
 * that hangs is given up (nodemailer's greeting timeout): batches that wait for mails would go on by themselves then.
 */
const STUCK_MS = 55_000;
/** The server hangs no longer than this, however slowly batches end. */
const MOST_MS = STUCK_MS + 1_000;
const LOOK_MS = 100;

const hanging = new WeakSet<World>();

/** A mail server that takes connections and says nothing: reports wait in the outbox, and nothing else waits for them. */
export const MAIL_FAULTS: readonly Fault[] = [
  {
    name: "a mail server that hangs, then answers again",
    code: "F62",
    group: "mail",
    weight: 1,
    inject: async (world) => {
      const { mailDoor } = world.neighbours;
      if (hanging.has(world)) throw new Error("it hangs already");
      hanging.add(world);
      const before = mailDoor.seen.blackholed;
      mailDoor.blackhole();
      try {
        await giveBatches(world);
        const began = performance.now();
        const first = await countEnded(world);
        let [ended, progressAt] = [0, began];
        while (ended < MAILS && performance.now() < Math.min(progressAt + STUCK_MS, began + MOST_MS)) {
          await sleep(LOOK_MS);
          const now = await countEnded(world).then(
            (count) => count - first,
            () => ended,
          );
          if (now > ended) [ended, progressAt] = [now, performance.now()];
        }
        const silent = mailDoor.seen.blackholed - before;
        if (silent === 0) throw new Error("no worker has met it");
        const now = performance.now();
        const seconds = ((now - began) / 1_000).toFixed(1);
        must(
          now - progressAt < STUCK_MS,
          `after ${ended} batches none ended for ${STUCK_MS} ms while a mail server hung`,
        );
        // they go on, and other faults keep them: nothing is shown either way
        if (ended < MAILS) throw new Error(`only ${ended} batches ended in ${seconds} s`);
        return `${silent} connections silent; ${ended} batches ended meanwhile in ${seconds} s`;
      } finally {
        // as when it is started anew: what it held is reset
        mailDoor.heal();
        mailDoor.resetPeers();
        hanging.delete(world);
      }
    },
  },
];

/** Hands in what the repository lacks of batches that are still to end. */
async function giveBatches({ ctx, repository }: World): Promise<void> {
  const where = { endedAt: null, lane: { backend: "repository" } } as const;
  const open = await ctx.db.batch.count({ where });
  const missing = Array.from({ length: Math.max(0, MAILS - open) }, (_, place) => place);
  await Promise.all(
    missing.map((place) => {
      const lane = repository.lanes[place % repository.lanes.length];
      return repository.deposit(lane?.slug ?? "", "file");
    }),
  );
}

function countEnded({ ctx: { db } }: World): Promise<number> {
  return db.batch.count({ where: { endedAt: { not: null }, lane: { backend: "repository" } } });
}
