import { describe, expect, it } from "vitest";
import { ACTIONS, type Action, type Actor, can, isRole, ROLES, type Role, reachOf } from "./roles.ts";

/** A person with a grant, which only counts for depositors. */
const actor = (role: Role, grants = ["maps"]): Actor => ({
  id: "p1",
  name: "Ada",
  role,
  via: "session",
  grants,
});

/** docs/reference/api.md, "Who may do what": admin, operator, depositor, viewer. */
const TABLE: readonly (readonly [readonly Action[], string])[] = [
  [["read"], "all all granted all"],
  [["deposit", "resume-job", "cancel"], "all all granted no"],
  [["delete", "force-fail", "set-priority"], "all all no no"],
  [["deposit-for-others"], "all all no no"],
  [["report-update", "hold-collection", "hold-work", "hold-intake"], "all all no no"],
  [["steer-lane"], "all all no no"],
  [["make-lane"], "all no no no"],
  [["read-profile"], "all all no no"],
  [["change-profile"], "all no no no"],
  [["read-mail"], "all all no no"],
  [["redeliver-callback"], "all all no no"],
  [["manage-callback-secrets"], "all no no no"],
  [["manage-people"], "all no no no"],
  [["manage-own-tokens"], "all all all no"],
  [["run-check", "repair"], "all all no no"],
  [["read-alarms", "silence-incident"], "all all no no"],
  [["steer-sequencer"], "all all no no"],
  [["run-tasks"], "all all no no"],
  [["read-audit"], "all no no no"],
];
const CASES = TABLE.flatMap(([actions, reaches]) =>
  actions.flatMap((action) => reaches.split(" ").map((reach, at) => [action, ROLES[at], reach] as const)),
);

describe("who may do what", () => {
  it("is said of every action", () => {
    expect(TABLE.flatMap(([actions]) => actions).sort()).toEqual([...ACTIONS].sort());
  });

  it.each(CASES)("%s by %s: %s", (action, role = "viewer", reach) => {
    const [isAll, isSome] = [reach === "all", reach !== "no"];
    expect(can(actor(role), action)).toBe(isSome);
    expect(can(actor(role), action, "maps")).toBe(isSome);
    expect(can(actor(role), action, "films")).toBe(isAll);
    expect(can(actor(role, []), action)).toBe(isAll);
    expect(reachOf(actor(role), action)).toEqual({ all: "all", granted: ["maps"], no: [] }[reach]);
  });
});

it("there are four roles, spelled like this", () => {
  expect(["admin", "operator", "depositor", "viewer", "Admin", "owner", ""].filter(isRole)).toEqual(ROLES);
});
