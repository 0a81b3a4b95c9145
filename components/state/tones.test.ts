import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { INSTALLATION_ALARMS } from "../../core/alarm/kinds.ts";
import { ALARM_KINDS, ALARM_WHO } from "../../core/lane/alarm.ts";
import { WAITS_FOR, type WaitCode, whoEnds } from "../../core/wait/kinds.ts";
import { alarmTone } from "../alarms/alarm-tone.model.ts";
import { ALARM_LOOKS } from "../lanes/alarm-look.model.ts";
import { attemptLook } from "../lanes/attempt-look.model.ts";
import { CAUSE_LOOKS } from "../lanes/cause-look.model.ts";
import { standingLook } from "../lanes/standing-look.model.ts";
import { PERSON_LOOKS } from "../people/person-look.model.ts";
import { ARK_LOOKS } from "./ark.model.ts";
import { BATCH_LOOKS } from "./batch.model.ts";
import { CALLBACK_LOOKS } from "./callback.model.ts";
import type { Family } from "./families.model.ts";
import { JOB_LOOKS } from "./job.model.ts";
import { MAIL_LOOKS } from "./mail.model.ts";
import { SUBMISSION_LOOKS } from "./submission.model.ts";
import { TASK_LOOKS } from "./task.model.ts";
import { WAIT_LOOKS, waitLook } from "./wait.model.ts";

/** Red says that a person must act, and only that: all that is red, and what they do. */
const RED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  batch: { Failed: "whoever its page names mends it" },
  job: { Failed: "whoever its page names mends it, and it is resumed" },
  callback: { Failed: "an operator sends it again" },
  mail: { Failed: "an operator looks at the mail server's answer" },
  submission: {
    Invalid: "the depositor corrects it and sends a new one",
    Rejected: "the depositor corrects it and sends a new one",
  },
  attempt: { rejected: "the depositor, or whoever set up the lane" },
  ark: {},
  person: {},
  task: { Dead: "an operator retries or cancels it", Paused: "an operator retries or cancels it" },
  cause: {
    jobs_need_person: "an operator makes room, mounts the storage or sets it up",
    stopped: "an operator decides on the batch",
    stuck: "an operator looks at the ledger",
    unreachable: "an operator looks at the ledger",
    unresolved: "an operator decides on the batch",
    halted: "an operator resumes the lane",
    several_open: "an operator decides on each",
    no_worker: "an operator starts one",
  },
};

/** Waits that only an operator ends, and how; all others end by themselves. */
const RED_WAITS: Readonly<Partial<Record<WaitCode, string>>> = {
  disk_full: "makes room",
  never_fits: "enlarges working storage",
  storage_away: "mounts it",
  storage_not_configured: "sets it up",
};

const attempts = ["accepted", "busy", "ambiguous", "rejected", "lost"] as const;
const TABLES: Readonly<Record<string, Readonly<Record<string, { readonly family: Family }>>>> = {
  batch: BATCH_LOOKS,
  job: JOB_LOOKS,
  callback: CALLBACK_LOOKS,
  mail: MAIL_LOOKS,
  submission: SUBMISSION_LOOKS,
  attempt: Object.fromEntries(attempts.map((outcome) => [outcome, attemptLook(outcome)])),
  ark: ARK_LOOKS,
  person: PERSON_LOOKS,
  cause: CAUSE_LOOKS,
  task: TASK_LOOKS,
};

/** Where else components are red, and why: what the reader is told has gone wrong with an act of theirs, or a state. */
const RED_FILES: Readonly<Record<string, string>> = {
  "state/family-classes.ts": "the family itself",
  "ui/notice.tsx": "an error, which says who acts",
  "ui/field.tsx": "a field its reader has to correct",
  "alarms/alarm-banner.tsx": "by alarm-tone.model.ts",
  "batches/batch-progress.tsx": "by who ends the wait",
  "overview/need-row.tsx": "by need-way.model.ts, and an incident",
  "overview/worker-list.tsx": "a storage that a worker lacks",
  "jobs/stage-strip.tsx": "the stage a job failed in",
  "tasks/task-steps.tsx": "the step that a task was given up in",
  "jobs/job-files.tsx": "by who acts on the file's fault",
  "checks/kind-panel.tsx": "a finding that is not repaired",
  "jobs/resume-button.tsx": "an act of the reader's that was refused",
  "jobs/resume-menu.tsx": "an act of the reader's that was refused",
  "batches/update-report-button.tsx": "an act of the reader's that was refused",
  "frame/person-menu.tsx": "an act of the reader's that was refused",
};

describe("red", () => {
  it.each(Object.keys(TABLES))("of the looks of a %s is what a person must act on", (name) => {
    const looks = Object.entries(TABLES[name] ?? {});
    const red = looks.filter(([, { family }]) => family === "person").map(([key]) => key);
    expect(red.sort()).toEqual(Object.keys(RED[name] ?? {}).sort());
  });

  it.each(ALARM_KINDS)("is a lane's alarm %s just when a person acts on it", (kind) => {
    expect(ALARM_LOOKS[kind].family).toBe(ALARM_WHO[kind] === "nobody" ? "time" : "person");
  });

  it.each(INSTALLATION_ALARMS)("is the banner of %s, but for ledgers that are tried again", (kind) => {
    expect(alarmTone(kind).family).toBe(kind === "ledgers_silent" ? "time" : "person");
  });

  it.each(Object.keys(WAITS_FOR) as WaitCode[])("is a wait for %s just when a person ends it", (code) => {
    const wanted = code in RED_WAITS ? "person" : "time";
    const look = waitLook({ code, who: whoEnds(code), reason: "So." });
    expect(look.family).toBe(wanted);
    expect(WAIT_LOOKS.find(({ word }) => word === look.word)?.family).toBe(wanted);
  });

  it("is said of those waits in the legend, which names who acts", () => {
    const red = WAIT_LOOKS.filter(({ family }) => family === "person").map(({ sentence }) => sentence);
    expect(red).toEqual([
      "Waits for disk space. An operator has to act.",
      "Waits for more space than working storage has in total. An operator has to act.",
      "Waits for a storage that is away. An operator has to act.",
      "Waits for storage that is not set up. An operator has to act.",
    ]);
  });

  it("is a batch that a person has to decide on", () => {
    const standing = { state: "Processing", status: "Unknown", submitted: false, call: null } as const;
    expect(standingLook({ ...standing, unresolved: true }).family).toBe("person");
    expect(standingLook({ ...standing, unresolved: false }).family).toBe("unknown");
  });

  it("is nowhere else", () => {
    const root = path.join(import.meta.dirname, "..");
    const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter(
      (file) => /\.tsx?$/.test(file) && !file.includes(".test."),
    );
    const red = files.filter((file) =>
      /\b(?:text|bg|border)-person\b/.test(readFileSync(path.join(root, file), "utf8")),
    );
    expect(red.sort()).toEqual(Object.keys(RED_FILES).sort());
  });
});
