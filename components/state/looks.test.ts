import { describe, expect, it } from "vitest";
import { BATCH_STATES, SUBMISSION_STATUSES } from "../../core/batch/states.ts";
import { JOB_ENDED, JOB_STATES } from "../../core/job/states.ts";
import { TASK_STATES } from "../../core/task/states.ts";
import { ARK_LOOKS } from "./ark.model.ts";
import { BATCH_LOOKS, batchLook } from "./batch.model.ts";
import { FAMILIES, FAMILY_WORDS, type StateLook } from "./families.model.ts";
import { JOB_LOOKS, jobFamily, jobLook } from "./job.model.ts";
import { isMailStatus, MAIL_LOOKS } from "./mail.model.ts";
import { SUBMISSION_LOOKS } from "./submission.model.ts";
import { TASK_LOOKS } from "./task.model.ts";

const ALL: readonly StateLook[] = [
  ...Object.values(JOB_LOOKS),
  ...Object.values(BATCH_LOOKS),
  ...Object.values(MAIL_LOOKS),
  ...Object.values(SUBMISSION_LOOKS),
  ...Object.values(ARK_LOOKS),
  ...Object.values(TASK_LOOKS),
];

describe("state looks", () => {
  it("explain every state in a sentence", () => {
    for (const look of ALL) expect(look.sentence).toMatch(/^[A-Z].*\.$/);
    for (const family of FAMILIES) expect(FAMILY_WORDS[family].sentence).toMatch(/\.$/);
  });

  it("use one word for one state", () => {
    for (const looks of [JOB_LOOKS, BATCH_LOOKS, MAIL_LOOKS, SUBMISSION_LOOKS, ARK_LOOKS, TASK_LOOKS]) {
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
    expect(Object.keys(TASK_LOOKS)).toEqual([...TASK_STATES]);
  });
});

describe("jobLook", () => {
  it.each([
    ["Provisioning", "working_storage_full", "time", "Waits for space"],
    ["Provisioning", "never_fits", "person", "Never fits"],
    ["Downloading", "disk_full", "person", "Disk is full"],
    ["Processing", "storage_away", "person", "Storage is away"],
    ["Processing", "identifier_unreachable", "time", "Waits for identifiers"],
    ["Processing", "of newer code", "time", "Waiting"],
    ["Provisioning", null, "moving", "Provisioning"],
    ["Failed", "object_busy", "person", "Failed"],
    ["Pending", "intake_paused", "waiting", "Pending"],
  ] as const)("%s that waits for %s is %s: %s", (state, waitCode, family, word) => {
    const look = jobLook(state, { waitCode, waitReason: "It says why." });
    expect([look.family, look.word]).toEqual([family, word]);
    if (word !== JOB_LOOKS[state].word) expect(look.sentence).toBe("It says why.");
  });
});

describe("batchLook", () => {
  it("says what a batch waits for, never that it runs", () => {
    const waits = {
      code: "disk_full",
      who: "operator",
      jobs: 3,
      others: 0,
      reason: "A disk is full.",
      pieces: ["A disk is full."],
    } as const;
    expect(batchLook({ state: "Processing", waits })).toEqual({
      family: "person",
      word: "Disk is full",
      icon: "space",
      sentence: "A disk is full.",
    });
    expect(batchLook({ state: "Processing", waits: null })).toBe(BATCH_LOOKS.Processing);
  });
});

describe("isMailStatus", () => {
  it("knows its own", () => {
    expect([isMailStatus("Sent"), isMailStatus("sent"), isMailStatus("")]).toEqual([true, false, false]);
  });
});
