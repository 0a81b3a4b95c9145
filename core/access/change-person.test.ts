import { describe, expect, it } from "vitest";
import { refuseClosing, refuseReopening, refuseRole } from "./change-person.ts";

const person = (given: object = {}) => ({
  id: "bo",
  role: "depositor",
  isClosed: false,
  otherAdmins: 1,
  ...given,
});

describe("refuseRole", () => {
  it.each([
    ["somebody else", person(), "operator", undefined],
    ["somebody else, where no admin is left", person({ otherAdmins: 0 }), "operator", undefined],
    ["the same role", person(), "depositor", "nothing_changed"],
    ["an admin beside another", person({ role: "admin" }), "viewer", undefined],
    ["the last admin", person({ role: "admin", otherAdmins: 0 }), "viewer", "last_admin"],
    ["a closed admin", person({ role: "admin", isClosed: true, otherAdmins: 0 }), "viewer", undefined],
    ["the own one", person({ id: "ada", role: "admin" }), "viewer", "own_account"],
    ["the own one, the last", person({ id: "ada", role: "admin", otherAdmins: 0 }), "viewer", "own_account"],
  ] as const)("%s", (_, facts, role, refusal) => {
    expect(refuseRole("ada", facts, role)).toBe(refusal);
  });
});

describe("refuseClosing", () => {
  it.each([
    ["somebody else", person(), undefined],
    ["a closed one", person({ isClosed: true }), "already_closed"],
    ["an admin beside another", person({ role: "admin" }), undefined],
    ["the last admin", person({ role: "admin", otherAdmins: 0 }), "last_admin"],
    ["the own one", person({ id: "ada" }), "own_account"],
  ] as const)("%s", (_, facts, refusal) => {
    expect(refuseClosing("ada", facts)).toBe(refusal);
  });
});

describe("refuseReopening", () => {
  it("is for closed ones", () => {
    expect([refuseReopening({ isClosed: true }), refuseReopening({ isClosed: false })]).toEqual([
      undefined,
      "not_closed",
    ]);
  });
});
