import { expect, it } from "vitest";
import { DepositFields, readDeposit } from "./deposit.ts";
import { ProfileSettings, readProfileSettings } from "./profile.ts";

const ODD = 'before!rules"@example.org';

it("settings that were accepted under wider rules are read as they are, and not accepted again", () => {
  const kept = ProfileSettings.parse({});
  expect(readProfileSettings({ ...kept, notify: [ODD], owner: "x".repeat(5_000) })).toEqual({
    ...kept,
    notify: [ODD],
    owner: "x".repeat(5_000),
  });
  expect(ProfileSettings.safeParse({ ...kept, notify: [ODD] }).success).toBe(false);
  expect(() => readProfileSettings({ ...kept, storageTarget: "nowhere" })).toThrow();
});

it("so are the fields of a deposit", () => {
  const kept = { notification: ODD, title: "x".repeat(5_000), dcRights: "y".repeat(5_000) };
  expect(readDeposit(kept)).toMatchObject(kept);
  expect(DepositFields.safeParse({ collection: "a", ...kept }).success).toBe(false);
});
