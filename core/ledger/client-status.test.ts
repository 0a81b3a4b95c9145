import { expect, it } from "vitest";
import type { SubmissionStatus } from "../batch/states.ts";
import { clientStatus, isTold } from "./client-status.ts";

/** What a client is told, in Splinter's spelling, and whether one that waits is answered then: by Sawtooth, by scabbard. */
it.each<[SubmissionStatus | null | undefined, string, boolean, boolean]>([
  [undefined, "Unknown", true, false],
  [null, "Pending", false, false],
  ["Pending", "Pending", false, false],
  ["Delayed", "Pending", false, false],
  ["Unknown", "Pending", false, false],
  ["Valid", "Valid", false, false],
  ["Committed", "Committed", true, true],
  ["Invalid", "Invalid", true, true],
  ["Rejected", "Invalid", true, true],
  ["Skipped", "Invalid", true, true],
])("of a batch that is %s a client is told %s", (status, told, onSawtooth, onScabbard) => {
  expect([clientStatus("scabbard", status), clientStatus("sawtooth", status)]).toEqual([
    told,
    told.toUpperCase(),
  ]);
  expect([isTold("sawtooth", status), isTold("scabbard", status)]).toEqual([onSawtooth, onScabbard]);
});
