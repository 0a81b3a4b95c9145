import { describe, expect, it } from "vitest";
import { arkStanding } from "./ark-standing.ts";

describe("arkStanding", () => {
  it.each([
    [null, "depositor", "unregistered"],
    [{ minter: "local", status: "public" }, "waybill", "unregistered"],
    [{ minter: "ezid", status: "asked" }, "ezid", "asked"],
    [{ minter: "ezid", status: "reserved" }, "ezid", "reserved"],
    [{ minter: "ezid", status: "public" }, "ezid", "public"],
    [{ minter: "ezid", status: "withdrawing" }, "ezid", "withdrawing"],
    [{ minter: "ezid", status: "withdrawn" }, "ezid", "unavailable"],
  ] as const)("%j: by %s, %s", (minted, madeBy, status) => {
    expect(arkStanding(minted)).toEqual({ madeBy, status });
  });

  it.each([
    { minter: "ezid", status: "lost" },
    { minter: "other", status: "public" },
    { minter: "ezid", status: "toString" },
  ])("knows nothing of %j", (minted) => {
    expect(() => arkStanding(minted)).toThrow(TypeError);
  });
});
