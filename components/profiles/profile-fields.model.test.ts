import { describe, expect, it } from "vitest";
import { ProfileSettings } from "../../core/contracts/profile.ts";
import { differencesOf, draftOf, PROFILE_FIELDS, readDraft } from "./profile-fields.model.ts";

const SETTINGS = ProfileSettings.parse({});
const PROFILE = {
  "BagIt-Profile-Info": { "BagIt-Profile-Identifier": "https://example.org/disks.json", Version: "0.3" },
  "Manifests-Required": ["sha256"],
};
const draft = draftOf(SETTINGS);

it("has a field for every setting but the one kind of identifiers there is", () => {
  const names = PROFILE_FIELDS.flatMap(({ fields }) => fields.map(({ name }) => name));
  const settings = Object.keys(ProfileSettings.shape).filter((name) => name !== "identifierScheme");
  expect([...names].sort()).toEqual(settings.sort());
});

it("reads what it has written", () => {
  const settings = ProfileSettings.parse({
    notify: ["ada@example.org", "ops@example.org"],
    priority: 7,
    sourcesServeOnce: true,
    bagProfiles: [PROFILE],
  });
  expect(readDraft(draftOf(settings))).toEqual({ settings, faults: {} });
  expect(readDraft(draft)).toEqual({ settings: SETTINGS, faults: {} });
});

describe("BagIt profiles", () => {
  const read = (bagProfiles: string) => readDraft({ ...draft, bagProfiles });

  it("may be one, as its file is, or several in a list", () => {
    for (const given of [PROFILE, [PROFILE]])
      expect(read(JSON.stringify(given)).settings?.bagProfiles).toEqual([PROFILE]);
  });

  it.each([
    ["no JSON", "{", "Write profiles as JSON, in [ ] where there are several."],
    [
      "a key that is not known",
      JSON.stringify([PROFILE, { ...PROFILE, Tags: [] }]),
      expect.stringMatching(/^Entry 2: .*Tags/),
    ],
    [
      "another version",
      JSON.stringify({
        "BagIt-Profile-Info": { ...PROFILE["BagIt-Profile-Info"], "BagIt-Profile-Version": "2.0" },
      }),
      "Entry 1, BagIt-Profile-Info, BagIt-Profile-Version: Waybill checks profiles of version 1.",
    ],
  ])("with %s are told where", (_, text, fault) => {
    expect(read(text).faults).toEqual({ bagProfiles: fault });
  });

  it("are named in what changes", () => {
    const after = { ...SETTINGS, bagProfiles: [PROFILE] };
    expect(differencesOf(SETTINGS, after)).toEqual([
      { name: "bagProfiles", what: "BagIt profiles", from: "empty", to: "https://example.org/disks.json" },
    ]);
  });
});
