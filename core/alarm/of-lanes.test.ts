import { describe, expect, it } from "vitest";
import type { AlarmKind } from "../lane/alarm.ts";
import { rankOf } from "./kinds.ts";
import { type AlarmedLane, alarmsOfLanes, type Unread } from "./of-lanes.ts";

const FIRST = new Date("2026-01-31T14:00:00Z");
const LAST = new Date("2026-01-31T14:30:00Z");
const NOW = new Date("2026-01-31T14:32:05Z");
const lane = (serviceId: string, kind: AlarmKind, since = FIRST): AlarmedLane => ({ serviceId, kind, since });
const told = (lanes: readonly AlarmedLane[], unread: Unread | null = null) =>
  alarmsOfLanes(lanes, NOW, unread).map(({ kind, message }) => [kind, message]);
const halted = ["a", "b", "c", "d", "e"].map((name) => lane(name, "halted"));

describe("alarms of lanes, drawn together", () => {
  it("are none of lanes nobody acts on", () => {
    expect(told([lane("a", "long_pending")])).toEqual([]);
  });

  it("name three and count the others", () => {
    expect(told(halted)).toEqual([["lanes_need_person", "Lanes need a person: a, b, c and 2 more."]]);
    expect(told(halted.slice(0, 3))).toEqual([["lanes_need_person", "Lanes need a person: a, b, c."]]);
    expect(told([lane("a", "silent"), lane("b", "unreachable")])).toEqual([
      ["ledgers_unreachable", "The ledgers of these lanes do not answer: a, b. Check the ledger."],
    ]);
    expect(told([lane("a", "silent")])).toEqual([
      ["ledgers_silent", "The ledger of this lane does not answer: a. Waybill keeps trying."],
    ]);
  });

  it("began with the oldest of them, and name each lane once", () => {
    const twice = [lane("b", "halted", LAST), lane("a", "halted"), lane("b", "stopped")];
    expect(alarmsOfLanes(twice, NOW)).toMatchObject([
      { message: "Lanes need a person: a, b.", since: "2026-01-31T14:00:00.000Z" },
    ]);
  });

  it("say that there may be more where not all were read", () => {
    const unread = { needPerson: 40, from: LAST };
    expect(told(halted, unread)[0]).toEqual([
      "lanes_need_person",
      "Lanes need a person: a, b, c and at least 2 more.",
    ]);
    expect(told(halted.slice(0, 2), unread)[0]).toEqual([
      "lanes_need_person",
      "Lanes need a person: a, b and perhaps more.",
    ]);
  });

  it("tell of lanes that need a person behind those that were read, and since when at most", () => {
    const many = [lane("a", "long_pending"), lane("b", "unreachable"), lane("b", "unreachable", LAST)];
    expect(alarmsOfLanes(many, NOW, { needPerson: 3, from: LAST })[0]).toEqual({
      kind: "lanes_need_person",
      subject: "",
      message: "2 lanes need a person.",
      since: "2026-01-31T14:30:00.000Z",
      seenAt: "2026-01-31T14:32:05.000Z",
    });
    const more = [...many, lane("c", "unreachable"), lane("d", "silent")];
    expect(told(more, { needPerson: 4, from: LAST })[0]?.[1]).toBe("2 lanes need a person.");
    expect(told(many, { needPerson: 2, from: LAST })[0]?.[1]).toBe("1 lane needs a person.");
    expect(told([lane("a", "halted")], { needPerson: 3, from: LAST })).toHaveLength(1);
    expect(told(many, { needPerson: 1, from: LAST })).toEqual([
      [
        "ledgers_unreachable",
        "The ledger of this lane does not answer: b and perhaps more. Check the ledger.",
      ],
    ]);
  });
});

it("an alarm of newer code stands behind all that are known", () => {
  expect(["of newer code", "disk_full", "object_storage_away"].map(rankOf)).toEqual([9, 4, 0]);
});
