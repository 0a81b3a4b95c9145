import { describe, expect, it } from "vitest";
import { readZone, writeZone } from "./clock.model.ts";

describe("readZone", () => {
  it.each([
    ["no cookie", undefined, "UTC"],
    ["an empty cookie", "", "UTC"],
    ["a zone", "Asia/Kathmandu", "Asia/Kathmandu"],
    ["a zone by its former name, as the browser calls it", "US/Pacific", "US/Pacific"],
    ["a zone that is none", "Mars/Olympus", "UTC"],
    ["garbage", "%%%;;<script>", "UTC"],
  ])("reads %s", (_, cookie, expected) => {
    expect(readZone(cookie)).toBe(expected);
  });
});

it("writeZone writes a cookie that reads back the same", () => {
  expect(writeZone("America/Port-au-Prince")).toBe(
    "waybill-zone=America%2FPort-au-Prince; Path=/; Max-Age=31536000; SameSite=Lax",
  );
  expect(readZone(decodeURIComponent("America%2FPort-au-Prince"))).toBe("America/Port-au-Prince");
});
