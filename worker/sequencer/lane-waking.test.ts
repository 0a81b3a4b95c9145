import { expect, it } from "vitest";
import { createLog } from "../../lib/log.ts";
import { repeat } from "../repeat.ts";
import { openLaneWaking } from "./lane-waking.ts";

const log = createLog("silent", "test");

it("asks for each lane once, and again for those that others had locked or that could not be asked for", async () => {
  const asked: (readonly string[])[] = [];
  const answers = [["b"], new Error("no connection"), []];
  let woken = 0;
  let onDone: () => void = () => undefined;
  const done = new Promise<void>((resolve) => {
    onDone = resolve;
  });
  const waking = openLaneWaking(
    async (laneIds) => {
      asked.push(laneIds);
      const answer = answers[asked.length - 1];
      if (answer instanceof Error) throw answer;
      return answer ?? [];
    },
    () => {
      woken += 1;
      if (asked.length === answers.length) onDone();
    },
    (name, act, everyMs, firstMs) => repeat(name, act, everyMs, log, firstMs),
  );
  waking.add(["a", "b"]);
  waking.add(["b"]);
  await done;
  await waking.stop();
  expect(asked).toEqual([["a", "b"], ["b"], ["b"]]);
  expect(woken).toBe(2);
});

it("asks once more as it stops, for what came last, and not ten times a second while nobody answers", async () => {
  let asked = 0;
  let isThere = false;
  const waking = openLaneWaking(
    async () => {
      asked += 1;
      if (!isThere) throw new Error("no connection");
      return [];
    },
    () => undefined,
    (name, act, everyMs, firstMs) => repeat(name, act, everyMs, log, firstMs),
  );
  const beganMs = performance.now();
  waking.add(["a"]);
  for (let added = 0; added < 20; added += 1) {
    waking.add(["a"]);
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  expect(asked).toBeGreaterThanOrEqual(1);
  expect(asked).toBeLessThanOrEqual(1 + (performance.now() - beganMs) / 1_000);
  isThere = true;
  const before = asked;
  await waking.stop();
  expect(asked).toBe(before + 1);
});
