import { describe, expect, it } from "vitest";
import { LaneAction, LaneRequest } from "../contracts/lane-requests.ts";
import { collectionSlugOf } from "./collection-slug.ts";
import { findServiceIdFault } from "./fits-backend.ts";
import { OwnSettings } from "./settings.ts";

describe("the collection of a ledger's lane", () => {
  it.each([
    ["01234-ABCDE::gsAA", "01234-abcde-gsaa"],
    ["maps-1", "maps-1"],
    ["----", "ledger"],
  ])("%s has the slug %s", (serviceId, slug) => {
    expect(collectionSlugOf(serviceId)).toBe(slug);
  });
});

describe("a service id and its backend", () => {
  it.each([
    ["maps-1", "repository", undefined],
    ["maps-1", "sawtooth", undefined],
    ["----", "sawtooth", undefined],
    ["01234-ABCDE::gsAA", "sawtooth", undefined],
    ["01234-ABCDE::gsAA", "scabbard", undefined],
    ["01234-ABCDE::gsAA", "repository", "slug"],
    ["----", "repository", "slug"],
    ["maps-1", "scabbard", "circuit"],
    ["----", "scabbard", "circuit"],
    ["01234_ABCDE::gsAA", "scabbard", "circuit id"],
    ["Maps", "repository", "slug"],
  ] as const)("%s on %s: %s", (serviceId, backend, fault) => {
    const found = findServiceIdFault(serviceId, backend);
    if (fault === undefined) expect(found).toBeUndefined();
    else expect(found).toContain(fault);
  });
});

describe("what is asked of a lane", () => {
  it.each([
    [{ action: "hold", reason: " x " }, true],
    [{ action: "hold", reason: "  " }, false],
    [{ action: "hold" }, false],
    [{ action: "hold", reason: "x".repeat(501) }, false],
    [{ action: "hold", reason: "x", batchId: "b" }, false],
    [{ action: "ask", reason: "x" }, true],
    [{ action: "ask", reason: "x", batchId: "b" }, true],
    [{ action: "resend", reason: "x" }, false],
    [{ action: "skip", reason: "x", batchId: "b" }, true],
    [{ action: "resolve", reason: "x", batchId: "b" }, false],
    [{ action: "resolve", reason: "x", batchId: "b", as: "Committed" }, true],
    [{ action: "resolve", reason: "x", batchId: "b", as: "Skipped" }, false],
    [{ action: "delete", reason: "x" }, false],
  ])("%j is taken: %s", (body, fits) => {
    expect(LaneAction.safeParse(body).success).toBe(fits);
  });

  it.each([
    [{}, true],
    [{ tries: 3, afterInvalid: "halt" }, true],
    [{ tries: 0 }, false],
    [{ delayWindowMs: 604_800_001 }, false],
    [{ delay: 5 }, false],
    [{ afterInvalid: "explode" }, false],
  ])("settings %j fit: %s", (settings, fits) => {
    const request = LaneRequest.safeParse({ serviceId: "maps", backend: "repository", settings });
    expect(request.success).toBe(fits);
    if (request.success) expect(request.data.settings).toEqual(settings);
  });

  it("keeps words and numbers as a lane's own, and nothing else", () => {
    const own = { afterInvalid: "halt", tries: 3 };
    expect(OwnSettings.parse(own)).toEqual(own);
    expect(OwnSettings.safeParse({ tries: true }).success).toBe(false);
  });
});
