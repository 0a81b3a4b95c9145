import type { Beat } from "../../core/sequencer/epoch.ts";
import type { CoordinationStore, Latest } from "../../core/sequencer/ports.ts";
import { ringOf } from "../../core/sequencer/ring.ts";
import type { Timing } from "../../core/sequencer/timing.ts";
import { openRegister } from "./memory-register.ts";

/** What goes wrong with the next calls, each once. */
type Faults = {
  /** A publication is carried out, and its answer is lost. */
  answer: boolean;
  /** A call is lost before it is carried out. */
  call: boolean;
  /** News of a beat is lost. */
  news: boolean;
};

/** A coordination store in memory, by a clock that is set by hand, with faults on demand. */
export type MemoryStore = {
  /** The store as one process has it. Whatever it keeps, it keeps in the register. */
  connect(): CoordinationStore;
  readonly fail: Faults;
  advance(ms: number): void;
  intake(count: number): void;
  /** How many items have a position. */
  given(): number;
  /** The last `kept` beats with a seq above `after`, in order. */
  list(after: number): readonly Beat[];
  watch(onBeat: (beat: Beat) => void): { stop(): void };
};

export function openMemoryStore(timing: Timing, kept: number): MemoryStore {
  let nowMs = Date.UTC(2026, 0, 1);
  const register = openRegister(() => nowMs, timing);
  const fail: Faults = { answer: false, call: false, news: false };
  const nodes = new Map<string, string>();
  const watchers = new Set<(beat: Beat) => void>();
  const strikes = (fault: keyof Faults) => {
    const isIt = fail[fault];
    fail[fault] = false;
    return isIt;
  };
  const call = () => {
    if (strikes("call")) throw new Error("the call was lost");
  };
  const connect = (): CoordinationStore => ({
    showUp: async ({ key, incarnation }) => {
      call();
      nodes.set(key, incarnation);
      return { keys: ringOf(nodes.keys()), stepDownTerm: undefined };
    },
    leave: async ({ key, incarnation }) => {
      call();
      if (nodes.get(key) === incarnation) nodes.delete(key);
    },
    latest: async (): Promise<Latest | undefined> => {
      call();
      return register.latest();
    },
    publish: async (publication) => {
      call();
      const published = register.publish(publication);
      if (published.isPublished && !strikes("news")) for (const tell of watchers) tell(published.latest.beat);
      if (strikes("answer")) throw new Error("the answer was lost");
      return published;
    },
  });
  return {
    connect,
    fail,
    advance: (ms) => {
      nowMs += ms;
    },
    intake: (count) => register.intake(count),
    given: () => register.beats.reduce((sum, { given }) => sum + given, 0),
    list: (after) => register.beats.slice(-kept).filter(({ seq }) => seq > after),
    watch: (onBeat) => {
      watchers.add(onBeat);
      return { stop: () => void watchers.delete(onBeat) };
    },
  };
}
