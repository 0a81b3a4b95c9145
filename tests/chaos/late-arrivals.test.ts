import { expect, it } from "vitest";
import { areLate } from "./late-arrivals.ts";

/** A call from one second to another. */
const call = (from: number, to: number) => ({
  begunAt: new Date(from * 1_000),
  settlesAt: new Date(to * 1_000),
});

it.each([
  ["the ledger takes a call after it has settled", [8, 12], [call(0, 5), call(6, 10)], true],
  ["both calls are taken late", [11, 12], [call(0, 5), call(6, 10)], true],
  ["each arrives in its call's time: the worker sent too often", [1, 7], [call(0, 5), call(6, 10)], false],
  ["it arrives again though no call was made for it", [1, 7], [call(0, 5)], false],
  ["it arrives before the only other call", [1, 2], [call(0, 5), call(6, 10)], false],
  ["one arrives late, and one for nothing", [8, 12, 13], [call(0, 5), call(6, 10)], false],
])("%s", (_, seconds, calls, late) => {
  expect(
    areLate(
      seconds.map((second) => second * 1_000),
      calls,
    ),
  ).toBe(late);
});
