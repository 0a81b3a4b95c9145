import { describe, expect, it } from "vitest";
import { LaneChange, LaneRequest } from "../../core/contracts/lane-requests.ts";
import type { LaneView } from "../../core/contracts/lane-views.ts";
import { LaneSettings } from "../../core/lane/settings.ts";
import { changeOf } from "./lane-change.model.ts";
import { type Draft, EMPTY, faultsOf, requestOf, setUpOf, whyNotYet } from "./set-up.model.ts";
import { LEDGER_FIELDS } from "./setting-fields.model.ts";

const SAWTOOTH: Draft = { ...EMPTY, serviceId: "chain", backend: "sawtooth", ledger: "main" };

const lane = (given: Partial<LaneView>) =>
  ({ backend: "sawtooth", ordering: "serial", width: 1, ownSettings: {}, ...given }) as LaneView;

describe("the form's fields", () => {
  it("are all settings but what follows a refusal and when a batch begins", () => {
    const names = LEDGER_FIELDS.flatMap(({ fields }) => fields.map(({ name }) => name));
    expect([...names, "afterInvalid", "startsWhen"].sort()).toEqual(Object.keys(LaneSettings.shape).sort());
  });
});

describe("a lane to be made", () => {
  it.each<[string, Partial<Draft>, Record<string, string>, readonly string[]]>([
    ["nothing filled in", { serviceId: "" }, {}, ["a service id"]],
    ["a ledger's without a connection", { ...SAWTOOTH, ledger: "" }, {}, ["a ledger connection"]],
    ["the ledger without services", { ...SAWTOOTH, serviceId: "----" }, {}, []],
    [
      "a slug in upper case",
      { serviceId: "Maps" },
      {
        serviceId:
          "This cannot be a lane: a lane of the repository has a slug: lower-case letters, digits and hyphens, at most 63.",
      },
      [],
    ],
    [
      "a slug on scabbard",
      { ...SAWTOOTH, backend: "scabbard" },
      {
        serviceId:
          "This cannot be a lane: a lane on scabbard has a circuit and a service, as in 01234-ABCDE::gsAA.",
      },
      [],
    ],
    [
      "fields that do not fit",
      {
        ...SAWTOOTH,
        ordering: "unordered",
        width: "0",
        collection: "A",
        values: { tries: "1.5", graceMs: "9" },
      },
      {
        width: "A whole number from 1 to 100.",
        collection: "Lower-case letters, digits and hyphens, at most 63.",
        tries: "A whole number from 1 to 100.",
        graceMs: "A number and its unit, as in 250 ms, 15 s, 5 min or 2 h.",
      },
      [],
    ],
    [
      "what a repository's lane does not have",
      { serviceId: "maps", collection: "A", values: { tries: "x" } },
      {},
      [],
    ],
  ])("%s", (_, given, wrong, missing) => {
    expect(faultsOf({ ...EMPTY, ...given })).toEqual({ wrong, missing });
  });

  it("is asked for with what differs from the standard only", () => {
    const request = requestOf({
      ...SAWTOOTH,
      ordering: "unordered",
      width: "4",
      afterInvalid: "halt",
      startsWhen: "positioned",
      name: " Supply chain ",
      values: { tries: "3", delayWindowMs: "30 s", postTimeoutMs: "10 s", graceMs: " " },
    });
    expect(request).toEqual({
      serviceId: "chain",
      backend: "sawtooth",
      ordering: "unordered",
      width: 4,
      ledger: "main",
      name: "Supply chain",
      settings: { tries: 3, delayWindowMs: 30_000, afterInvalid: "halt", startsWhen: "positioned" },
    });
    expect(LaneRequest.parse(request)).toEqual(request);
  });

  it("of the repository has no ledger, whatever was chosen before", () => {
    const request = requestOf({
      ...SAWTOOTH,
      backend: "repository",
      afterInvalid: "halt",
      values: { tries: "3" },
    });
    expect(request).toEqual({
      serviceId: "chain",
      backend: "repository",
      ordering: "serial",
      width: 1,
      settings: {},
    });
  });
});

describe("a change of a lane", () => {
  it("is none of what was not touched", () => {
    for (const given of [
      {},
      {
        ordering: "unordered",
        width: 7,
        ownSettings: { tries: 3, pauseFirstMs: 90_001, afterInvalid: "halt" },
      },
      { ordering: "unordered", width: 1 },
      { width: 7 },
      { backend: "repository", ownSettings: { delayWindowMs: 1, startsWhen: "positioned" } },
    ] as const) {
      const { differences, change } = changeOf(lane(given), setUpOf(lane(given)));
      expect({ differences, change }).toEqual({ differences: [], change: { settings: {} } });
    }
  });

  it("names each difference and asks for nothing else", () => {
    const now = lane({ ownSettings: { tries: 3, graceMs: 60_000 } });
    const setUp = setUpOf(now);
    const { differences, change } = changeOf(now, {
      ...setUp,
      ordering: "unordered",
      width: "4",
      startsWhen: "positioned",
      afterInvalid: "halt",
      values: { ...setUp.values, graceMs: "", delayWindowMs: "30 s" },
    });
    expect(differences).toEqual([
      { what: "Order", from: "one at a time", to: "no order" },
      { what: "Width", from: "1", to: "4" },
      { what: "A batch may begin", from: "once accepted", to: "once it has its position" },
      { what: "After a refusal", from: "go on", to: "halt" },
      { what: "Delay window", from: "15 s (standard)", to: "30 s" },
      { what: "Grace time", from: "1 min", to: "30 s (standard)" },
    ]);
    expect(change).toEqual({
      ordering: "unordered",
      width: 4,
      settings: { afterInvalid: "halt", delayWindowMs: 30_000, graceMs: null, startsWhen: "positioned" },
    });
    expect(LaneChange.parse({ revision: "r", reason: "because", ...change })).toMatchObject(change);
  });
});

describe("why a lane cannot be made yet", () => {
  it.each([
    [
      "what is missing goes before what is wrong",
      { ...EMPTY, width: "0", ordering: "unordered" },
      "Still needed: a service id.",
    ],
    [
      "all that is missing",
      { ...EMPTY, backend: "sawtooth" },
      "Still needed: a service id and a ledger connection.",
    ],
    ["a wrong field", { ...SAWTOOTH, collection: "A!" }, "A field still needs correcting."],
    ["nothing", SAWTOOTH, ""],
  ] as const)("%s", (_, draft, why) => {
    expect(whyNotYet(faultsOf(draft))).toBe(why);
  });
});
