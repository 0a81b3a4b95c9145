import { randomUUID } from "node:crypto";
import type { Beat } from "../../core/sequencer/epoch.ts";
import type { OrderLog, Published } from "../../core/sequencer/ports.ts";
import type { Timing } from "../../core/sequencer/timing.ts";
import type { Env } from "../../lib/env.ts";
import type { Log } from "../../lib/log.ts";
import type { Stint } from "../../operations/duty/take.ts";
import { type Identity, takeIdentity } from "../../operations/sequencer/identity.ts";
import { openStore } from "../../operations/sequencer/open-store.ts";
import { signNew } from "../../operations/sequencer/sign.ts";
import type { SequencerDb } from "../../operations/sequencer/store.ts";
import { repeat } from "../repeat.ts";
import { type RunningNode, runNode } from "./run-node.ts";
import { watchBeats } from "./watch-beats.ts";

/** The sequencer of this process: what it is told, and its end. */
export type Sequencer = {
  hearOf(beat: Beat): void;
  hearOfIntake(): void;
  /** If this process is the writer, the next of the ring takes its place. */
  stepDown(): void;
  stop(): Promise<void>;
};

type Options = {
  readonly db: SequencerDb;
  /** What decides which beat comes next; undefined: PostgreSQL does. */
  readonly order: OrderLog | undefined;
  readonly env: Env;
  readonly log: Log;
  /** Hears of each stint of this process as the writer, and undefined at its end. */
  readonly onStint: (stint: Stint | undefined) => void;
  /** Hears of lanes that can move now, since a batch of theirs has its position. */
  readonly onWaking: (laneIds: readonly string[]) => void;
};

/** How often is tried again what could not be done: to take an identity, to sign. */
const AGAIN_MS = 10_000;

/**
 * Runs this process as a node of the sequencer; as another one, when it was stopped for so long that its identity was taken.
 * `db`: a connection of its own, so that beats wait for nothing else; it and `order` are closed at the end.
 */
export function runSequencer({ db, order, env, log, onStint, onWaking }: Options, timing: Timing): Sequencer {
  let identity: Identity | undefined;
  let running: RunningNode | undefined;
  const late = watchBeats(
    () => running?.beatMs(),
    log,
    timing,
    () => running?.trouble(),
  );
  let watching: { stop(): void } | undefined;
  const start = async () => {
    const store = await openStore({ db, order, timing, onWaking });
    // nothing that tells about the machine: it is in every receipt
    const taken = await takeIdentity({ db, env }, randomUUID());
    const { key, incarnation } = taken;
    const onPublished = ({ latest: { beat }, given, waking }: Published) => {
      const { seq, term } = beat;
      const isNewStint = term === seq;
      if (isNewStint) log.info({ seq }, "this worker publishes the order now");
      // the writer before may have died with epochs that it had not signed
      if (given > 0 || isNewStint) signs.now();
      if (waking.length > 0) onWaking(waking);
    };
    log.info({ key, incarnation }, "this worker is a node of the sequencer");
    const onTerm = (term: number | undefined) =>
      onStint(term === undefined ? undefined : { holder: key, term });
    watching ??= store.watch?.((beat) => running?.hearOf(beat));
    running = runNode({ store, node: { key, incarnation }, timing, log, onPublished, onTerm });
    void running.lost.then(() => {
      log.warn({ key }, "another worker has taken this one's place in the sequencer; it takes a new one");
      running = undefined;
      signs.now();
    });
    return taken;
  };
  const sign = async () => {
    const wrong = identity && (await signNew(db, identity));
    if (wrong)
      log.error({ seq: wrong.seq }, "an epoch is not what its hash says, so nothing is signed from there on");
  };
  const signs = repeat(
    "sequencer",
    async () => {
      if (!running) identity = await start();
      await sign();
    },
    AGAIN_MS,
    log,
  );
  return {
    hearOf: (beat) => running?.hearOf(beat),
    hearOfIntake: () => running?.hearOfIntake(),
    stepDown: () => running?.stepDown(),
    stop: async () => {
      late.stop();
      watching?.stop();
      await signs.stop();
      await running?.stop();
      // what its last beat gave
      await sign().catch((error: unknown) => log.debug({ err: error }, "the last epochs are not signed yet"));
      await order?.close();
      await db.close();
    },
  };
}
