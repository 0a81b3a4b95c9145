import { describe, expect, it } from "vitest";
import { WHY_HEAD } from "../../tests/lanes/why-head-cases.ts";
import { WHY_LANE } from "../../tests/lanes/why-lane-cases.ts";
import { textOf } from "../sentence.ts";
import { CAUSES } from "./why-facts.ts";
import { whyWaiting } from "./why-waiting.ts";

const CASES = [...WHY_HEAD, ...WHY_LANE];

describe("why a lane waits", () => {
  it.each(CASES)("%s", (_, standing, cause, sentence) => {
    const why = whyWaiting(standing);
    expect([why.cause, textOf(why.sentence)]).toEqual([cause, sentence]);
  });

  it("has a case here for every cause", () => {
    expect([...new Set(CASES.map(([, , cause]) => cause))].sort()).toEqual([...CAUSES].sort());
  });
});
