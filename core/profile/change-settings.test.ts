import { describe, expect, it } from "vitest";
import { ProfileSettings } from "../contracts/profile.ts";
import { changedSettings } from "./changed-settings.ts";
import { maskCredentials, restoreCredentials } from "./mask-credentials.ts";

const settings = (given: object = {}) => ProfileSettings.parse(given);
const SECRET = settings({ callbackUrl: "https://ada:s3cret@app.example.org/x" });
const SHOWN = "https://***@app.example.org/x";

describe("a callback's address", () => {
  it("is shown without its credentials, and no address as none", () => {
    expect(maskCredentials(SECRET)).toEqual({ ...SECRET, callbackUrl: SHOWN });
    expect(maskCredentials(settings()).callbackUrl).toBeNull();
  });

  it.each([
    ["as it was shown", SHOWN, SECRET, SECRET.callbackUrl],
    ["as its row has it", "https://app.example.org", SECRET, SECRET.callbackUrl],
    ["changed", "https://new.example.org/x", SECRET, "https://new.example.org/x"],
    ["taken away", null, SECRET, null],
    ["new where there was none", "https://app.example.org", settings(), "https://app.example.org"],
  ])("that comes back %s", (_, callbackUrl, before, wanted) => {
    const asked = { ...settings({ naan: "13030" }), callbackUrl };
    const kept = "https://app.example.org";
    expect(restoreCredentials(asked, before, kept)).toEqual({ ...asked, callbackUrl: wanted });
  });
});

it("settings have changed where their values differ, lists by their order too", () => {
  const before = settings({ notify: ["a@example.org", "b@example.org"], naan: "13030" });
  const after = settings({ notify: ["b@example.org", "a@example.org"], naan: "13030", shoulder: "fk5" });
  expect(changedSettings(before, after)).toEqual(["shoulder", "notify"]);
  expect(changedSettings(before, before)).toEqual([]);
});
