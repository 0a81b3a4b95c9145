import { expect, it } from "vitest";
import { awayAlarm, awayWords, isMarkerOf, markerOf } from "./root.ts";

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

it("everybody reads what is away, operators also where and how it could become the storage", () => {
  expect(awayWords("working", "gone")).toBe(
    "Working storage is away: the folder of WORKING_STORAGE is missing or does not respond. An operator has to fix this; everything then continues automatically, and nothing is lost.",
  );
  expect(awayAlarm("s3", "unmarked", { where: "s3://keep/waybill", marker: "waybill s3 here n1" })).toBe(
    'The S3 storage is away: the place of S3_BUCKET and S3_PREFIX, s3://keep/waybill, is not the one the database knows: it may not be mounted. Whatever needs it waits. Mount or restore it; everything then continues automatically. Only if this is to be the storage from now on, put the line "waybill s3 here n1" into its file waybill-root.txt.',
  );
});
