import { describe, expect, it } from "vitest";
import type { FaultView } from "../../core/contracts/views.ts";
import { groupFaults } from "./group-faults.model.ts";

const fault = (code: string, message: string): FaultView => ({
  code,
  message,
  who: "depositor",
  problems: [],
});

describe("groupFaults", () => {
  it("puts the same reasons together", () => {
    const groups = groupFaults([
      { id: 1, fault: fault("a", "x") },
      { id: 2, fault: fault("a", "y") },
      { id: 3, fault: fault("a", "x") },
      { id: 4, fault: null },
      { id: 5, fault: fault("b", "x") },
    ]);
    expect(
      groups.map((group) => [group.fault.code, group.fault.message, group.things.map(({ id }) => id)]),
    ).toEqual([
      ["a", "x", [1, 3]],
      ["a", "y", [2]],
      ["b", "x", [5]],
    ]);
  });
});
