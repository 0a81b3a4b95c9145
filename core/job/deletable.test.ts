import { expect, it } from "vitest";
import { decideDelete } from "./deletable.ts";
import { canMoveJob, JOB_STATES } from "./states.ts";

it("lets Failed and Held jobs be deleted and no others, as the arrows do", () => {
  for (const state of JOB_STATES) {
    expect(decideDelete({ state }).kind === "delete", state).toBe(canMoveJob(state, "Deleted", "person"));
  }
});

it.each([
  ["Notify", /force it to fail first/],
  ["Completed", /stored and stays/],
  ["Deleted", /deleted already/],
] as const)("says of a %s job why not", (state, words) => {
  expect(decideDelete({ state })).toMatchObject({
    code: "illegal_move",
    message: expect.stringMatching(words),
  });
});
