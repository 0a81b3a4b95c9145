import { type Beat, termAfter } from "../../core/sequencer/epoch.ts";
import type { Latest, Publication, Published } from "../../core/sequencer/ports.ts";
import { periodAfter, type Timing } from "../../core/sequencer/timing.ts";

/** The register of a coordination store in memory, by a clock that is given. Every call takes effect at once. */
export type MemoryRegister = {
  latest(): Latest | undefined;
  publish(publication: Publication): Published;
  /** So many more items wait for a position. */
  intake(count: number): void;
  /** All beats, oldest first, and how many items each gave a position. */
  readonly beats: readonly (Beat & { readonly given: number })[];
};

export function openRegister(nowMs: () => number, timing: Timing): MemoryRegister {
  const beats: (Beat & { readonly given: number })[] = [];
  let [atMs, empty, waiting] = [0, 0, 0];
  const latest = (): Latest | undefined => {
    const beat = beats.at(-1);
    return beat && { beat, ageMs: nowMs() - atMs };
  };
  return {
    beats,
    latest,
    intake: (count) => {
      waiting += count;
    },
    publish: ({ after, writer, incarnation, handsOver }) => {
      const found = latest();
      if (found && after !== found.beat.seq)
        return { isPublished: false, latest: found, given: 0, waking: [] };
      const given = waiting;
      waiting = 0;
      empty = given === 0 ? empty + 1 : 0;
      const beat = {
        seq: after + 1,
        writer,
        incarnation,
        term: termAfter(found?.beat, incarnation),
        at: new Date(nowMs()),
        period: handsOver ? timing.period : periodAfter(empty, timing),
        handsOver,
        given,
      };
      beats.push(beat);
      atMs = nowMs();
      return { isPublished: true, latest: { beat, ageMs: 0 }, given, waking: [] };
    },
  };
}
