import { describe, expect, it } from "vitest";
import { countResends } from "./count-resends.ts";
import type { LedgerEvent, LogEntry } from "./log.ts";

/** A log of one service from words like `a:arrived` or `a:final:Committed`. */
function logOf(text: string): readonly LogEntry[] {
  return text.split(" ").map((word, index) => {
    const [id = "", event, status] = word.split(":");
    return {
      n: index + 1,
      at: index,
      service: "s",
      id,
      event: event as LedgerEvent,
      ...(status === undefined ? {} : { status }),
    };
  });
}

describe("countResends", () => {
  it.each([
    ["once", "a:arrived a:final:Committed b:arrived b:final:Committed", 0, []],
    ["again while it was not final", "a:arrived a:arrived a:final:Committed", 1, []],
    ["again after it was forgotten", "a:arrived a:forgotten a:arrived a:final:Committed", 1, []],
    ["again after it was refused", "a:refused a:arrived a:final:Committed", 0, []],
    ["again after it was Invalid", "a:arrived a:final:Invalid a:arrived a:final:Invalid", 1, []],
    ["again after it was Committed, as the last one", "a:arrived a:final:Committed a:arrived", 1, [3]],
    [
      "again after its ledger said Committed",
      "a:arrived a:final:Committed a:asked:Committed a:arrived",
      1,
      [4],
    ],
    ["again after its ledger denied it", "a:arrived a:final:Committed a:asked:Unknown a:arrived", 1, []],
    ["and another one was", "a:arrived a:final:Committed b:arrived b:arrived", 1, []],
  ])("counts what was sent %s", (_, log, resends, places) => {
    const found = countResends(logOf(log));
    expect([found.resends, found.afterCommit.map(({ n }) => n)]).toEqual([resends, places]);
  });
});
