import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Beat } from "../../core/sequencer/epoch.ts";
import { TIMING } from "../../core/sequencer/timing.ts";
import { createLog } from "../../lib/log.ts";
import { runNode } from "../../worker/sequencer/run-node.ts";
import { openDice } from "../chaos/dice.ts";
import { openMemoryStore } from "./memory-store.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const NODES = ["a", "b", "c"];
const TICKS = 600;
const ALL = 1_000_000;

it.each([1, 2, 3, 4, 5])(
  "nodes whose calls, answers and news are lost order everything once: seed %i",
  async (seed) => {
    const { roll } = openDice(seed);
    const memory = openMemoryStore(TIMING, ALL);
    const log = createLog("silent", "test");
    const told: Beat[] = [];
    const nodes = NODES.map((key) =>
      runNode({
        store: memory.connect(),
        node: { key, incarnation: `${key}/1` },
        timing: TIMING,
        log,
        onPublished: ({ latest }) => told.push(latest.beat),
        onTerm: () => undefined,
      }),
    );
    const watching = memory.watch((beat) => {
      for (const node of nodes) if (roll() < 0.7) node.hearOf(beat);
    });
    let accepted = 0;
    for (let tick = 0; tick < TICKS; tick += 1) {
      memory.fail.answer = roll() < 0.1;
      memory.fail.call = roll() < 0.1;
      memory.fail.news = roll() < 0.1;
      const count = roll() < 0.5 ? 2 : 0;
      memory.intake(count);
      accepted += count;
      if (count > 0) for (const node of nodes) node.hearOfIntake();
      memory.advance(TIMING.tickMs);
      await vi.advanceTimersByTimeAsync(TIMING.tickMs);
    }
    Object.assign(memory.fail, { answer: false, call: false, news: false });
    memory.advance(5_000);
    await vi.advanceTimersByTimeAsync(5_000);
    const beats = memory.list(0);
    expect(beats.map(({ seq }) => seq)).toEqual(beats.map((_, place) => place + 1));
    for (const [place, beat] of beats.entries()) {
      const before = beats[place - 1];
      expect(beat.term).toBe(before?.incarnation === beat.incarnation ? before.term : beat.seq);
    }
    // no two nodes believe that they have written the same beat
    expect(new Set(told.map(({ seq }) => seq)).size).toBe(told.length);
    expect(memory.given()).toBe(accepted);
    expect(beats.length).toBeGreaterThan(TICKS / 2);
    watching.stop();
    await Promise.all(nodes.map((node) => node.stop()));
  },
);
