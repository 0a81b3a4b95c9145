import { expect, it } from "vitest";
import { BATCH_STATES, canMoveBatch } from "./states.ts";

/** Every arrow of docs/reference/states.md, written out by hand. */
const ARROWS = [
  "Pending Held worker",
  "Pending Held person",
  "Pending Deleted person",
  "Pending Processing worker",
  "Held Processing person",
  "Held Deleted person",
  "Processing Reporting worker",
  "Processing Failed worker",
  "Reporting Completed worker",
  "Reporting Failed worker",
  "Failed UpdateReporting worker",
  "Failed UpdateReporting person",
  "Failed Deleted person",
  "UpdateReporting Completed worker",
  "UpdateReporting Failed worker",
];

it("allows these batch moves and no others", () => {
  const allowed = BATCH_STATES.flatMap((from) =>
    BATCH_STATES.flatMap((to) =>
      (["worker", "person"] as const)
        .filter((by) => canMoveBatch(from, to, by))
        .map((by) => `${from} ${to} ${by}`),
    ),
  );
  expect(allowed.sort()).toEqual([...ARROWS].sort());
});
