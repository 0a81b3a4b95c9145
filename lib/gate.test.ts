import { setImmediate as turn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { Gate, GateFull } from "./gate.ts";

/** Work that ends when it is told to. */
function works(gate: Gate) {
  const order: string[] = [];
  const ends = new Map<string, () => void>();
  let inside = 0;
  let most = 0;
  const begin = (name: string, isKnown = false) =>
    gate.pass(async () => {
      inside += 1;
      most = Math.max(most, inside);
      order.push(name);
      await new Promise<void>((resolve) => ends.set(name, resolve));
      inside -= 1;
      return name;
    }, isKnown);
  const end = async (name: string) => {
    ends.get(name)?.();
    await turn();
  };
  return { begin, end, order, most: () => most };
}

describe("a gate for two", () => {
  it("lets two through at a time, the others in their order", async () => {
    const { begin, end, order, most } = works(new Gate({ atOnce: 2, mostWaiting: 10 }));
    const all = ["a", "b", "c", "d"].map((name) => begin(name));
    await turn();
    expect(order).toEqual(["a", "b"]);
    await end("b");
    expect(order).toEqual(["a", "b", "c"]);
    await end("a");
    await end("c");
    await end("d");
    expect(await Promise.all(all)).toEqual(["a", "b", "c", "d"]);
    expect(most()).toBe(2);
  });

  it("lets the known go first, whose line is their own", async () => {
    const { begin, end, order } = works(new Gate({ atOnce: 1, mostWaiting: 1 }));
    void begin("a");
    void begin("stranger");
    await expect(begin("another")).rejects.toThrow(GateFull);
    void begin("known", true);
    await end("a");
    await end("known");
    await end("stranger");
    expect(order).toEqual(["a", "known", "stranger"]);
  });

  it("has room again after work that failed, and after a line that was full", async () => {
    const gate = new Gate({ atOnce: 1, mostWaiting: 0 });
    const failing = gate.pass(async () => {
      await turn();
      throw new Error("no");
    }, false);
    await expect(gate.pass(async () => 1, false)).rejects.toThrow(GateFull);
    await expect(failing).rejects.toThrow("no");
    expect(await gate.pass(async () => 2, false)).toBe(2);
  });
});
