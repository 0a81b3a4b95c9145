import { describe, expect, it } from "vitest";
import { checkOrder } from "./check-order.ts";
import type { LedgerEvent, LogEntry } from "./log.ts";

const NONE = { lost: [], duplicated: [], outOfOrder: [], overlap: [], late: [], unexpected: [] };

/** A log of one service from words like `a:arrived`. */
function logOf(text: string, service = "s"): readonly LogEntry[] {
  return text.split(" ").map((word, index) => {
    const [id = "", event] = word.split(":");
    return { n: index + 1, at: index, service, id, event: event as LedgerEvent };
  });
}

const lane = (...ids: readonly string[]) => ({ s: ids.map((id) => ({ id })) });
const GOOD = "a:arrived a:executed a:final b:arrived b:executed b:final";

describe("checkOrder", () => {
  it.each([
    ["in order", GOOD],
    ["sent twice", `a:arrived a:arrived a:executed a:final b:arrived b:executed b:final`],
    ["refused first", `a:refused a:refused ${GOOD}`],
    ["forgotten and sent again", `a:arrived a:forgotten ${GOOD}`],
    ["asked at any time", `b:asked ${GOOD} a:asked`],
  ])("finds nothing in batches %s", (_, log) => {
    expect(checkOrder(logOf(log), lane("a", "b"))).toEqual(NONE);
  });

  it.each([
    ["lost", "a:arrived a:executed a:final b:arrived", [{ service: "s", id: "b" }]],
    ["duplicated", `${GOOD} b:arrived b:executed b:final`, [{ service: "s", id: "b", n: 8 }]],
    [
      "overlap",
      "a:arrived b:arrived a:executed a:final b:executed b:final",
      [{ service: "s", id: "b", n: 2 }],
    ],
    [
      "overlap",
      "a:arrived b:refused a:executed a:final b:arrived b:executed b:final",
      [{ service: "s", id: "b", n: 2 }],
    ],
    ["late", `${GOOD} a:arrived`, [{ service: "s", id: "a", n: 7 }]],
    ["unexpected", `${GOOD} x:arrived`, [{ service: "s", id: "x", n: 7 }]],
  ])("finds what is %s", (kind, log, findings) => {
    expect(checkOrder(logOf(log), lane("a", "b"))).toEqual({ ...NONE, [kind]: findings });
  });

  it("finds a batch that was sent and executed after a later one", () => {
    const log = logOf("b:arrived b:executed b:final a:arrived a:executed a:final");
    expect(checkOrder(log, lane("a", "b"))).toEqual({
      ...NONE,
      overlap: [{ service: "s", id: "b", n: 1 }],
      outOfOrder: [
        { service: "s", id: "a", n: 4 },
        { service: "s", id: "a", n: 5 },
      ],
    });
  });

  it("does not wait for a batch that was closed without the ledger", () => {
    const log = logOf("a:refused b:arrived b:executed b:final");
    expect(checkOrder(log, { s: [{ id: "a", closed: true }, { id: "b" }] })).toEqual(NONE);
  });

  it("keeps services apart, and misses one that is not in the log", () => {
    const log = [...logOf("a:arrived", "s"), ...logOf("b:arrived b:executed b:final", "t")];
    const expected = { s: [{ id: "a" }], t: [{ id: "b" }], u: [{ id: "c" }] };
    expect(checkOrder(log, expected).lost).toEqual([
      { service: "s", id: "a" },
      { service: "u", id: "c" },
    ]);
  });
});
