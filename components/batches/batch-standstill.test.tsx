import { expect, it } from "vitest";
import type { BatchView, StandstillView } from "../../core/contracts/views.ts";
import { batch } from "../testing/batch.ts";
import { draw } from "../testing/draw.tsx";
import { BatchStandstill } from "./batch-standstill.tsx";

const STOPPED: StandstillView = {
  since: "2026-03-01T11:00:00Z",
  code: "internal",
  reason: "Three workers died over it.",
};
const MAY = { ...batch().may, decide: true };
const drawn = (part: Partial<BatchView>) =>
  draw(<BatchStandstill batch={batch(part)} onDone={() => undefined} />);

it("says nothing of a batch that moves", () => {
  expect(drawn({ may: MAY }).html).toBe("");
});

it("tells everybody why, and offers nothing to who may not decide", () => {
  const { text, buttons } = drawn({ stopped: STOPPED });
  expect(text).toContain("Needs a person Three workers died over it. No jobs were created.");
  expect(buttons).toEqual([]);
});

it("offers to go on or to give up while its jobs are made", () => {
  expect(drawn({ stopped: STOPPED, may: MAY }).buttons).toEqual(["Resume creating jobs", "Give up the rest"]);
});

it("offers nothing to give up when only its report is missing", () => {
  expect(drawn({ state: "Reporting", stopped: STOPPED, may: MAY }).buttons).toEqual([
    "Write the report again",
  ]);
});
