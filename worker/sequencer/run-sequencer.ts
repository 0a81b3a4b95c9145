import { randomUUID } from "node:crypto";
import type { Beat } from "../../core/sequencer/epoch.ts";
import type { Timing } from "../../core/sequencer/timing.ts";
import { Share, within } from "../../lib/shares.ts";
import type { Context } from "../../operations/context.ts";
import { takeIdentity } from "../../operations/sequencer/identity.ts";
import { signNew } from "../../operations/sequencer/sign.ts";
import { postgresStore } from "../../operations/sequencer/store.ts";
import { BESIDE } from "../lines.ts";
import { repeat } from "../repeat.ts";
import { type RunningNode, runNode } from "./run-node.ts";

/** The sequencer of this process: what it is told, and its end. */
export type Sequencer = { hearOf(beat: Beat): void; hearOfIntake(): void; stop(): Promise<void> };

/** How often is tried again what could not be done: to take an identity, to sign. */
const AGAIN_MS = 10_000;

/**
 * Runs this process as a node of the sequencer; as another one, when it was stopped for so long that its identity was taken.
 * `name`: of the process.
 */
export function runSequencer(ctx: Context, name: string, timing: Timing): Sequencer {
  const { log } = ctx;
  const shares = [new Share(BESIDE.sequencer)];
  const store = postgresStore(ctx.db, timing);
  const shared: typeof store = {
    showUp: (node) => within(shares, () => store.showUp(node)),
    leave: (node) => within(shares, () => store.leave(node)),
    latest: () => within(shares, () => store.latest()),
    publish: (publication) => within(shares, () => store.publish(publication)),
  };
  let running: RunningNode | undefined;
  let hasNew = true;
  const start = async () => {
    const identity = await takeIdentity(ctx, `${name}/${randomUUID().slice(0, 8)}`);
    const { key, incarnation } = identity;
    const onPublished = ({ seq, term }: Beat, given: number) => {
      const isNewStint = term === seq;
      if (isNewStint) log.info({ seq }, "this worker publishes the order now");
      // the writer before may have died with epochs that it had not signed
      if (given === 0 && !isNewStint) return;
      hasNew = true;
      signs.now();
    };
    running = runNode({ store: shared, node: { key, incarnation }, timing, log, onPublished });
    void running.lost.then(() => {
      log.warn({ key }, "another worker has taken this one's place in the sequencer; it takes a new one");
      running = undefined;
      signs.now();
    });
    return identity;
  };
  let identity: Awaited<ReturnType<typeof start>> | undefined;
  const signs = repeat(
    "sequencer",
    async () => {
      if (!running) identity = await start();
      if (!identity || !hasNew) return;
      const { sign, key } = identity;
      await within(shares, () => signNew(ctx.db, { key, sign }));
      hasNew = false;
    },
    AGAIN_MS,
    log,
  );
  return {
    hearOf: (beat) => running?.hearOf(beat),
    hearOfIntake: () => running?.hearOfIntake(),
    stop: async () => {
      await signs.stop();
      await running?.stop();
    },
  };
}
