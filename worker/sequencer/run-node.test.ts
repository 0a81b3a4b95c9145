import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { TIMING } from "../../core/sequencer/timing.ts";
import { createLog } from "../../lib/log.ts";
import { openRegister } from "../../tests/sequencer/memory-register.ts";
import { runNode } from "./run-node.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** A node "one" and its register. `keys`: who has shown up, of whom only this one ever writes by itself. */
function start(keys: readonly string[], stepDownTerm?: number) {
  const register = openRegister(() => performance.now(), TIMING);
  const terms: (number | undefined)[] = [];
  const node = runNode({
    store: {
      showUp: async () => ({ keys, stepDownTerm }),
      leave: async () => undefined,
      latest: async () => register.latest(),
      publish: async (publication) => register.publish(publication),
    },
    node: { key: "one", incarnation: "one/1" },
    timing: TIMING,
    log: createLog("silent", "test"),
    onPublished: () => undefined,
    onTerm: (term) => terms.push(term),
  });
  const handovers = () => register.beats.filter(({ handsOver }) => handsOver).length;
  return { node, register, terms, handovers };
}

it("steps down once when it is asked to, also if nobody follows and its stint goes on", async () => {
  const { node, terms, handovers } = start(["one", "two"], 1);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(handovers()).toBe(1);
  expect(terms).toEqual([1, undefined, 1]);
  await node.stop();
});

it("does not step down when it is alone, whoever asks", async () => {
  const { node, terms, handovers } = start(["one"], 1);
  await vi.advanceTimersByTimeAsync(2_000);
  node.stepDown();
  await vi.advanceTimersByTimeAsync(8_000);
  expect(handovers()).toBe(0);
  expect(terms).toEqual([1]);
  await node.stop();
});

it("keeps its next stint when another one has written before it could step down", async () => {
  const { node, register, terms, handovers } = start(["one", "two"]);
  await vi.advanceTimersByTimeAsync(2_000);
  node.stepDown();
  const after = register.beats.length;
  const other = { after, writer: "two", incarnation: "two/1", handsOver: false };
  expect(register.publish(other).isPublished).toBe(true);
  await vi.advanceTimersByTimeAsync(8_000);
  expect(handovers()).toBe(0);
  expect(terms).toEqual([1, undefined, after + 2]);
  await node.stop();
});
