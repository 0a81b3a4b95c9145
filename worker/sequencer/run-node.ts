import type { Beat } from "../../core/sequencer/epoch.ts";
import {
  asking,
  fail,
  hearOf,
  hearOfIntake,
  learn,
  type Member,
  nextMove,
  startMember,
  termOf,
} from "../../core/sequencer/member.ts";
import type { CoordinationStore, Latest, Published, Runs } from "../../core/sequencer/ports.ts";
import { type Ring, ringOf } from "../../core/sequencer/ring.ts";
import type { Timing } from "../../core/sequencer/timing.ts";
import type { Log } from "../../lib/log.ts";

/** A running node: what it is told, and its end. */
export type RunningNode = {
  hearOf(beat: Beat): void;
  hearOfIntake(): void;
  /**
   * If it is the writer and not alone, its next beat says that the next of the ring is to take its place, and it goes on as a
   * follower.
   */
  stepDown(): void;
  /** When the latest beat it knows of was written, by `performance.now()`; undefined: it knows of none. */
  beatMs(): number | undefined;
  /** Why its last question to the store had no answer; undefined: it had one. */
  trouble(): unknown;
  /** Settles when another process runs as this node. */
  readonly lost: Promise<void>;
  /** Says goodbye: if it is the writer, the next of the ring takes its place at once. */
  stop(): Promise<void>;
};

/** How often a node says that it is there. */
const SHOWS_MS = 1_500;
/** The longest a timer of Node.js takes. */
const LONGEST_MS = 2 ** 31 - 1;

type Options = {
  readonly store: CoordinationStore;
  readonly node: Runs;
  readonly timing: Timing;
  readonly log: Log;
  /** Hears of each beat of its own, and what that gave positions to. */
  readonly onPublished: (published: Published) => void;
  /** Hears of the term of each stint of its own, and undefined at its end. */
  readonly onTerm: (term: number | undefined) => void;
};

/** Runs a node of the sequencer: carries out what core/sequencer/member.ts decides, by a clock that nobody sets. */
export function runNode({ store, node, timing, log, onPublished, onTerm }: Options): RunningNode {
  let member = startMember(node.key, node.incarnation, performance.now());
  let ring: Ring = [node.key];
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let stepsDown = false;
  let obeyedTerm: number | undefined;
  let beatsLost = 0;
  let term: number | undefined;
  let trouble: unknown;
  let asked: Promise<void> = Promise.resolve();
  let onLost: () => void = () => undefined;
  const lost = new Promise<void>((resolve) => {
    onLost = resolve;
  });

  const change = (changed: Member) => {
    member = changed;
    tellTerm(isStopped ? undefined : termOf(member));
    turn();
  };
  const tellTerm = (now: number | undefined) => {
    if (now === term) return;
    term = now;
    // who was asked to end one stint must not end the next one
    stepsDown = false;
    onTerm(now);
  };
  const turn = () => {
    clearTimeout(timer);
    if (isStopped) return;
    const move = nextMove(member, ring, performance.now(), timing);
    if (move.do === "wait") {
      const ms = move.untilMs - performance.now();
      if (Number.isFinite(ms)) timer = setTimeout(turn, Math.min(Math.max(0, ms), LONGEST_MS));
      return;
    }
    member = asking(member, move.do, performance.now());
    asked = (move.do === "read" ? store.latest() : publish(move.after, stepsDown)).then(
      (latest) => {
        trouble = undefined;
        change(learn(member, latest, performance.now()));
      },
      (error: unknown) => {
        trouble = error;
        log.debug({ err: error }, "the sequencer had no answer");
        change(fail(member, performance.now()));
      },
    );
  };
  const publish = async (after: number, handsOver = false): Promise<Latest> => {
    const { key: writer, incarnation } = node;
    const published = await store.publish({ after, writer, incarnation, handsOver });
    if (!published.isPublished) beatsLost += 1;
    else {
      if (handsOver) stepsDown = false;
      onPublished(published);
    }
    return published.latest;
  };
  let isShowing = false;
  const show = async () => {
    if (isShowing) return;
    isShowing = true;
    const shown = await store.showUp({ ...node, beatsLost }).catch((error: unknown) => {
      log.debug({ err: error }, "a node of the sequencer could not show up");
      return { keys: ring, stepDownTerm: undefined };
    });
    isShowing = false;
    if (shown === undefined) {
      halt();
      onLost();
      return;
    }
    ring = ringOf(shown.keys);
    obey(shown.stepDownTerm);
    turn();
  };
  const obey = (asked: number | undefined) => {
    if (asked === undefined || asked === obeyedTerm || asked !== termOf(member)) return;
    // if nobody follows, the node goes on with the same term, and must not be asked by the same words for ever
    obeyedTerm = asked;
    stepDown();
  };
  const stepDown = () => {
    // nobody could follow a node that is alone, and its duties would be left and taken again
    if (termOf(member) === undefined || ring.length < 2) return;
    stepsDown = true;
    // also in a quiet time it does so with the next tick
    change(hearOfIntake(member, performance.now()));
  };
  const halt = () => {
    isStopped = true;
    tellTerm(undefined);
    clearTimeout(timer);
    clearInterval(shows);
  };
  const shows = setInterval(show, SHOWS_MS);
  void show();
  return {
    lost,
    hearOf: (beat) => change(hearOf(member, beat, performance.now(), timing)),
    hearOfIntake: () => change(hearOfIntake(member, performance.now())),
    stepDown,
    beatMs: () => member.seen?.atMs,
    trouble: () => trouble,
    stop: async () => {
      halt();
      await asked;
      const { seen } = member;
      if (seen?.incarnation === node.incarnation)
        await publish(seen.seq, true).catch((error: unknown) =>
          log.debug({ err: error }, "the sequencer could not hand over"),
        );
      await store
        .leave(node)
        .catch((error: unknown) => log.debug({ err: error }, "the sequencer could not be told of the end"));
    },
  };
}
