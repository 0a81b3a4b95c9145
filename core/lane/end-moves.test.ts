import { describe, expect, it } from "vitest";
import { canMoveBatch } from "../batch/states.ts";
import { endMoves } from "./end-moves.ts";

const CASES = [
  ["Committed", null, true, ["Reporting", "Completed"], undefined],
  ["Committed", null, false, ["Reporting"], undefined],
  ["Invalid", "no such account", true, ["Reporting", "Failed"], "ledger_invalid: no such account"],
  ["Rejected", null, false, ["Reporting"], "ledger_rejected: The ledger gave no reason."],
  ["Skipped", "Skipped by Ann: twice", false, ["Reporting"], "skipped: Skipped by Ann: twice"],
] as const;

describe("a ledger's batch whose submission is final", () => {
  it.each(CASES)("%s (%s), silent %s, goes by %j", (status, message, isSilent, path, fault) => {
    const moves = endMoves({ status, message }, isSilent);
    expect(moves.map(({ to }) => to)).toEqual(path);
    expect(moves.every(({ from, to, by }) => canMoveBatch(from, to, by))).toBe(true);
    const [first] = moves;
    expect("fault" in first && first.fault ? `${first.fault.code}: ${first.fault.message}` : undefined).toBe(
      fault,
    );
  });
});
