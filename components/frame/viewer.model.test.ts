import { describe, expect, it } from "vitest";
import type { ROLES } from "../../core/access/roles.ts";
import { viewerOf } from "./viewer.model.ts";

const offers = (role: (typeof ROLES)[number]) => {
  const { may } = viewerOf({ id: "1", name: "A", role, via: "session", grants: ["c1"] });
  return Object.keys(may).filter((offer) => may[offer as keyof typeof may]);
};

describe("viewerOf", () => {
  it.each([
    [
      "admin",
      [
        "deposit",
        "resume-job",
        "delete",
        "hold-collection",
        "make-lane",
        "read-profile",
        "change-profile",
        "read-mail",
        "redeliver-callback",
        "manage-callback-secrets",
        "manage-people",
        "manage-own-tokens",
        "run-check",
      ],
    ],
    [
      "operator",
      [
        "deposit",
        "resume-job",
        "delete",
        "hold-collection",
        "read-profile",
        "read-mail",
        "redeliver-callback",
        "manage-own-tokens",
        "run-check",
      ],
    ],
    ["depositor", ["deposit", "resume-job", "manage-own-tokens"]],
    ["viewer", []],
  ] as const)("offers a %s %j", (role, expected) => {
    expect(offers(role)).toEqual(expected);
  });
});
