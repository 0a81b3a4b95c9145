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
