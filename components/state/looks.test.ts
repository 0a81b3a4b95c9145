import { describe, expect, it } from "vitest";
import { BATCH_STATES, SUBMISSION_STATUSES } from "../../core/batch/states.ts";
import { JOB_ENDED, JOB_STATES } from "../../core/job/states.ts";
import { ARK_LOOKS } from "./ark.model.ts";
import { BATCH_LOOKS } from "./batch.model.ts";
import { FAMILIES, FAMILY_WORDS, type StateLook } from "./families.model.ts";
import { JOB_LOOKS, jobFamily, jobLook } from "./job.model.ts";
import { isMailStatus, MAIL_LOOKS } from "./mail.model.ts";
import { SUBMISSION_LOOKS } from "./submission.model.ts";

const ALL: readonly StateLook[] = [
  ...Object.values(JOB_LOOKS),
  ...Object.values(BATCH_LOOKS),
  ...Object.values(MAIL_LOOKS),
  ...Object.values(SUBMISSION_LOOKS),
  ...Object.values(ARK_LOOKS),
];

describe("state looks", () => {
  it("explain every state in a sentence", () => {
    for (const look of ALL) expect(look.sentence).toMatch(/^[A-Z].*\.$/);
    for (const family of FAMILIES) expect(FAMILY_WORDS[family].sentence).toMatch(/\.$/);
  });

  it("use one word for one state", () => {
    for (const looks of [JOB_LOOKS, BATCH_LOOKS, MAIL_LOOKS, SUBMISSION_LOOKS, ARK_LOOKS]) {
      const words = Object.values(looks).map((look) => look.word);
      expect(new Set(words).size).toBe(words.length);
    }
  });

  it("colour ended jobs as done, red or gone, and nothing else so", () => {
    const ended = JOB_STATES.filter((state) => ["done", "person", "gone"].includes(jobFamily(state)));
    expect(ended).toEqual([...JOB_ENDED]);
  });

  it("cover all state tables", () => {
    expect(Object.keys(SUBMISSION_LOOKS)).toEqual([...SUBMISSION_STATUSES]);
    expect(Object.keys(JOB_LOOKS)).toEqual([...JOB_STATES]);
    expect(Object.keys(BATCH_LOOKS)).toEqual([...BATCH_STATES]);
  });
});

describe("jobLook", () => {
  it.each([
    ["Provisioning", "Waits for 4 GB of working space.", "time"],
    ["Provisioning", null, "moving"],
    ["Processing", "Another job works on the same object.", "time"],
    ["Failed", "left over", "person"],
    ["Pending", "A hold.", "waiting"],
  ] as const)("%s with reason %s is %s", (state, reason, family) => {
    expect(jobLook(state, reason).family).toBe(family);
  });
});

describe("isMailStatus", () => {
  it("knows its own", () => {
    expect([isMailStatus("Sent"), isMailStatus("sent"), isMailStatus("")]).toEqual([true, false, false]);
  });
});
