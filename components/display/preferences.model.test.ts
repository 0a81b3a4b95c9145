import { describe, expect, it } from "vitest";
import { readPreferences, writePreferences } from "./preferences.model.ts";

const DEFAULTS = { theme: "system", zone: "viewer", rail: "wide", rows: "comfortable", keys: "on" };

describe("readPreferences", () => {
  it.each([
    ["no cookie", undefined, DEFAULTS],
    ["an empty cookie", "", DEFAULTS],
    ["known values", "theme=dark&zone=utc", { ...DEFAULTS, theme: "dark", zone: "utc" }],
    ["unknown values and names", "theme=pink&admin=true&rows=compact", { ...DEFAULTS, rows: "compact" }],
    ["garbage", "%%%;;<script>", DEFAULTS],
  ])("reads %s", (_, cookie, expected) => {
    expect(readPreferences(cookie)).toEqual(expected);
  });
});

describe("writePreferences", () => {
  it("writes a cookie that reads back the same", () => {
    const wanted = readPreferences("theme=light&rail=narrow&keys=off");
    const value = /^waybill-display=([^;]*); Path=\/; Max-Age=31536000; SameSite=Lax$/.exec(
      writePreferences(wanted),
    )?.[1];
    expect(readPreferences(decodeURIComponent(value ?? ""))).toEqual(wanted);
  });
});
