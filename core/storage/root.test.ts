import { expect, it } from "vitest";
import { isMarkerOf, markerOf } from "./root.ts";

it.each([
  [markerOf("objects", "here", "n1"), true],
  ["waybill objects here n2", true],
  ["waybill working here n1", false],
  ["waybill objects elsewhere n1", false],
  ["waybill objects here", false],
  ["waybill objects here n1 more", false],
  ["other objects here n1", false],
  ["", false],
])("%j marks the object storage of this installation: %s", (line, isIt) => {
  expect(isMarkerOf(line, "objects", "here")).toBe(isIt);
});
