import { expect, it } from "vitest";
import { BATCH_ID, batchId, JOB_ID, jobId } from "./ids.ts";

/** RFC 9562, appendix A.3: a random UUID, version 4. */
const RANDOM = "919108f7-52d1-4320-9bac-f847db4148a8";
/** RFC 9562, appendix A.1: one of a clock, version 1. */
const OF_CLOCK = "C232AB00-9414-11EC-B3C8-9F6BDECED846".toLowerCase();

it.each([
  [batchId(RANDOM), true, false],
  [jobId(RANDOM), false, true],
  [batchId(OF_CLOCK), false, false],
  [jobId(RANDOM.toUpperCase()), false, false],
  [`x${batchId(RANDOM)}`, false, false],
  [`${batchId(RANDOM)}0`, false, false],
  [`x${jobId(RANDOM)}`, false, false],
  [`${jobId(RANDOM)}0`, false, false],
  [RANDOM, false, false],
])("%s is a batch's: %s, a job's: %s", (id, isBatch, isJob) => {
  expect([BATCH_ID.test(id), JOB_ID.test(id)]).toEqual([isBatch, isJob]);
});

it("ids are a prefix and the UUID", () => {
  expect([batchId(RANDOM), jobId(RANDOM)]).toEqual([`bid-${RANDOM}`, `jid-${RANDOM}`]);
});
